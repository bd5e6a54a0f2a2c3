// Seeds drawn as seeds: where each lies in its pit or store.

import { s } from './dom.js';

const GOLDEN = Math.PI * (3 - Math.sqrt(5));

// chance is a number from 0 to 1 that is always the same for the same place.
const chance = (a, b) => {
  const x = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return x - Math.floor(x);
};

const circle = (x, y, r, kind) => s('circle', { class: 'seed', cx: x.toFixed(1), cy: y.toFixed(1), r: r.toFixed(1), fill: `url(#seed${kind})` });

// heap places n seeds in a round pit of 100 × 100: a spiral from the middle, a little
// untidy, closer together the more there are.
function heap(n, salt) {
  const step = Math.min(13.2, 41 / Math.sqrt(n));
  const r = Math.max(6, Math.min(10.5, step * 0.86));
  const turn = salt * 1.3;
  return Array.from({ length: n }, (_, i) => {
    const far = n === 1 ? 2 : step * Math.sqrt(i + 0.35);
    const angle = i * GOLDEN + turn + chance(salt, i) * 0.5;
    return circle(50 + far * Math.cos(angle), 50 + far * Math.sin(angle), r, Math.floor(chance(i, salt) * 3));
  });
}

// spread places n seeds in a store of a width and height, evenly but in no order: two
// low-discrepancy sequences, the better one along the store.
function spread(n, salt, width, height) {
  const r = 8.4;
  const room = r + 5;
  const tall = width < height;
  return Array.from({ length: n }, (_, i) => {
    const along = (0.5 + (i + 1) * 0.6180339887) % 1;
    const across = 0.5 + (((0.5 + (i + 1) * 0.7548776662) % 1) - 0.5) * (0.55 + 0.45 * Math.sin(Math.PI * along)); // the ends are round
    const [u, v] = tall ? [across, along] : [along, across];
    return circle(room + (width - 2 * room) * u, room + (height - 2 * room) * v, r, Math.floor(chance(i, salt) * 3));
  });
}

// drawPit draws the seeds of a pit, and drawStore those of a store, into an svg.
export const drawPit = (svg, n, salt) => svg.replaceChildren(...heap(n, salt));

export function drawStore(svg, n, salt, wide) {
  const [width, height] = wide ? [300, 46] : [100, 250];
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.replaceChildren(...spread(n, salt, width, height));
}
