// The link: rules, position and moves in the part of the address after #, which no server
// gets to see until the page asks about them.

import { START } from './position.js';
import { Node, read, write } from './tree.js';

// mainEnd is where the main line ends, and where a link leads that does not say.
function mainEnd(root) {
  let node = root;
  while (node.children.length) [node] = node.children;
  return node;
}

// toLink writes what the page shows.
export function toLink({ args, start, root, node }) {
  const parts = new URLSearchParams();
  if (args.rules) parts.set('rules', args.rules);
  if (args.repetition && args.repetition !== 'split') parts.set('repetition', args.repetition);
  if (start !== START) parts.set('position', start);
  const moves = write(root);
  if (moves) parts.set('moves', moves);
  if (node.path !== mainEnd(root).path) parts.set('at', node.path);
  return `#${parts}`.replaceAll('%28', '(').replaceAll('%29', ')');
}

// fromLink reads it. It throws for moves that can't be read.
export function fromLink(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const args = {};
  for (const [name, value] of parts) if (!['position', 'moves', 'at'].includes(name)) args[name] = value;
  const root = new Node();
  read(root, parts.get('moves') ?? '');
  const at = parts.get('at');
  return { args, start: parts.get('position') ?? START, root, node: at === null ? mainEnd(root) : root.follow(at) };
}
