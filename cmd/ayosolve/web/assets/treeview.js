// The tree of moves as a list: the main line, and below a move in a box what was tried in
// its place.

import { h, put } from './dom.js';

const marks = { blunder: '??', mistake: '?' };

// showTree shows the moves after a root; current is where the board is, and visit(node) goes
// there.
export function showTree(element, root, current, visit) {
  if (!root.children.length) {
    put(element, h('p', { class: 'muted' }, 'No move yet. Choose a pit, or press its letter.'));
    return;
  }
  put(element, line(root, current, visit));
  const here = element.querySelector('[aria-current]'); // brought into view without moving the page
  if (here) element.scrollTop = here.offsetTop - (element.clientHeight - here.offsetHeight) / 2;
}

// line lists the moves that follow a node, with the branches beside them.
function line(from, current, visit) {
  const list = h('div', { class: 'line-of-moves', role: 'group', 'aria-label': 'Moves' });
  for (let n = from; n.children.length; n = n.children[0]) {
    const [first, ...others] = n.children;
    list.append(item(first, current, visit));
    for (const o of others) list.append(h('div', { class: 'branch', role: 'group', 'aria-label': 'Branch' }, item(o, current, visit), line(o, current, visit)));
  }
  return list;
}

function item(node, current, visit) {
  const note = marks[node.note?.kind];
  return h('button', {
    type: 'button', class: node === current ? 'move here' : 'move', 'data-key': `move-${node.path}`,
    'aria-current': node === current ? 'true' : undefined, onclick: () => visit(node),
    'aria-label': `Move ${node.ply}, ${node.move}${note ? `, ${node.note.kind}` : ''}`,
  }, h('span', { class: 'ply' }, `${node.ply}.`), node.move, note && h('span', { class: `glyph ${node.note.kind}` }, note));
}
