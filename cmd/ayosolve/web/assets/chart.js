// The value of the game, ply by ply: what South is ahead by in the end if both play best
// from there.

import { h, put, s } from './dom.js';
import { signed } from './position.js';

const height = 168;
const pad = { left: 34, right: 14, top: 14, bottom: 22 };
const marks = { blunder: '??', mistake: '?' };

const middle = (m) => m.value ?? (m.lower + m.upper) / 2;

const marginWords = (m) => {
  const lead = (v) => (v === 0 ? 'even' : v > 0 ? `South +${v}` : `North +${-v}`);
  if (m.status === 'exact') return lead(m.value);
  if (m.status === 'estimate') return `about ${lead(m.value)}, an estimate`;
  return `from ${lead(m.lower)} to ${lead(m.upper)}`;
};

// describe says what the chart knows of a node.
export function describe(node) {
  const what = node.parent ? `Move ${node.ply}, ${node.move}` : 'Start';
  const note = marks[node.note?.kind] ? `, ${node.note.kind}` : '';
  return `${what}: ${node.margin ? marginWords(node.margin) : 'not valued yet'}${note}`;
}

// showChart draws the values along a line of nodes; visit(node) goes to one.
export function showChart(root, nodes, current, visit) {
  const known = nodes.filter((n) => n.margin);
  if (nodes.length < 2 || !known.length) {
    put(root, h('p', { class: 'muted' }, 'Play some moves: what each position is worth is drawn here as it becomes known.'));
    return;
  }
  const width = Math.max(280, root.clientWidth || 600);
  const most = Math.max(8, ...known.flatMap((n) => [Math.abs(middle(n.margin)), ...(n.margin.status === 'exact' ? [] : [Math.min(24, Math.abs(n.margin.lower)), Math.min(24, Math.abs(n.margin.upper))])]));
  const top = Math.min(48, Math.ceil(most / 8) * 8);
  const x = (i) => pad.left + (width - pad.left - pad.right) * (nodes.length === 1 ? 0 : i / (nodes.length - 1));
  const y = (v) => pad.top + (height - pad.top - pad.bottom) * (0.5 - Math.max(-top, Math.min(top, v)) / (2 * top));

  const grid = [top, top / 2, 0, -top / 2, -top].map((v) => [
    s('line', { class: v === 0 ? 'axis' : 'grid', x1: pad.left, x2: width - pad.right, y1: y(v), y2: y(v) }),
    s('text', { class: 'tick', x: pad.left - 6, y: y(v) + 4, 'text-anchor': 'end' }, signed(v)),
  ]);
  const segments = nodes.slice(1).map((n, i) => {
    const before = nodes[i];
    if (!n.margin || !before.margin) return null;
    const sure = n.margin.status === 'exact' && before.margin.status === 'exact';
    return s('line', { class: sure ? 'way' : 'way unsure', x1: x(i), y1: y(middle(before.margin)), x2: x(i + 1), y2: y(middle(n.margin)) });
  });
  const points = nodes.map((n, i) => {
    const here = n === current;
    const parts = [];
    if (here) parts.push(s('line', { class: 'here', x1: x(i), x2: x(i), y1: pad.top, y2: height - pad.bottom }));
    if (n.margin) {
      const at = middle(n.margin);
      const side = at > 0 ? 'south' : at < 0 ? 'north' : 'even';
      if (n.margin.status !== 'exact') parts.push(s('line', { class: 'range', x1: x(i), x2: x(i), y1: y(n.margin.lower), y2: y(n.margin.upper) }));
      if (n.margin.status !== 'bounds') parts.push(s('circle', { class: `point ${n.margin.status} ${side}`, cx: x(i), cy: y(at), r: here ? 5.5 : 4 }));
      const note = marks[n.note?.kind];
      if (note) parts.push(s('text', { class: `glyph ${n.note.kind}`, x: x(i), y: y(at) + (at > top * 0.6 ? 18 : -9), 'text-anchor': 'middle' }, note));
    }
    const wide = (width - pad.left - pad.right) / (nodes.length - 1);
    parts.push(s('rect', { class: 'target', x: x(i) - wide / 2, y: 0, width: wide, height, onclick: () => visit(n) }, s('title', {}, describe(n))));
    return s('g', {}, parts);
  });
  const labels = [
    s('text', { class: 'side', x: pad.left + 6, y: pad.top + 11 }, 'South ahead'),
    s('text', { class: 'side', x: pad.left + 6, y: height - pad.bottom - 5 }, 'North ahead'),
    s('text', { class: 'tick', x: width - pad.right, y: height - 5, 'text-anchor': 'end' }, `move ${nodes.length - 1}`),
  ];
  const at = nodes.indexOf(current);
  const slider = h('div', {
    class: 'chart', role: 'slider', tabindex: '0', 'data-key': 'chart', 'aria-label': 'Moves of the game, by value',
    'aria-valuemin': '0', 'aria-valuemax': String(nodes.length - 1), 'aria-valuenow': String(at), 'aria-valuetext': describe(current),
    onkeydown: (e) => {
      const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: nodes.length - 1 }[e.key];
      if (to === undefined) return;
      e.preventDefault();
      e.stopPropagation();
      if (nodes[to]) visit(nodes[to]);
    },
  }, s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, grid, segments, labels, points));
  put(root, slider, mistakes(nodes, current, visit));
}

// mistakes lists the moves that gave something away.
function mistakes(nodes, current, visit) {
  const bad = nodes.filter((n) => marks[n.note?.kind]);
  if (!bad.length) return nodes.some((n) => n.note) ? h('p', { class: 'muted' }, 'No move is proven to have given anything away.') : null;
  return h('ul', { class: 'mistakes', 'aria-label': 'Mistakes' }, bad.map((n) => h('li', {}, h('button', {
    type: 'button', 'data-key': `mistake-${n.ply}`, 'aria-current': n === current ? 'true' : undefined, onclick: () => visit(n),
  }, h('span', { class: `glyph ${n.note.kind}` }, marks[n.note.kind]), ` ${n.ply}. ${n.move} `, h('span', { class: 'muted' }, n.note.words)))));
}
