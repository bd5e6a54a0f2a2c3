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

// places are where the seeds of a store lie, in any order of filling: each as far from those
// before it as the best of some random places.
function places(width, height) {
  const room = 13.5;
  const bend = Math.min(width, height) / 2 - room; // the ends of a store are round
  const [across, along] = [width - 2 * room, height - 2 * room];
  const inside = (x, y) => {
    const [far, side, length] = width < height ? [y, x - across / 2, along] : [x, y - along / 2, across];
    const end = Math.max(bend - far, far - (length - bend), 0);
    return end * end + side * side <= bend * bend + 1;
  };
  const found = [];
  for (let i = 0, tried = 0; i < 48; i++) {
    let best = null;
    for (let good = 0; good < 14; tried++) {
      const x = chance(tried, 3) * across;
      const y = chance(tried, 7) * along;
      if (!inside(x, y)) continue;
      good++;
      const gap = Math.min(...found.map((f) => Math.hypot(f.x - x, f.y - y)), 1e3);
      if (!best || gap > best.gap) best = { x, y, gap };
    }
    found.push(best);
  }
  return found.map(({ x, y }) => [x + room, y + room]);
}

const shapes = { wide: [300, 46], tall: [100, 250] };
const kept = {};

// drawPit draws the seeds of a pit, and drawStore those of a store, into an svg.
export const drawPit = (svg, n, salt) => svg.replaceChildren(...heap(n, salt));

export function drawStore(svg, n, salt, shape) {
  const [width, height] = shapes[shape];
  kept[shape] ??= places(width, height);
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.replaceChildren(...kept[shape].slice(0, n).map(([x, y], i) => {
    const turned = salt % 2 ? [x, y] : [width - x, height - y]; // so that both stores don't look the same
    return circle(...turned, 8.4, Math.floor(chance(i, salt) * 3));
  }));
}
