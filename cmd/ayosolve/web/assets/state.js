// What the page is about: rules, the tree of moves, where the board is, and what goes on.

import { START, other, parse } from './position.js';
import { Node } from './tree.js';

export const noOpponent = { side: '', level: '5' };

export const state = {
  args: {}, // rules and repetition, as the API takes them
  start: START,
  root: new Node(),
  node: null, // where the board is
  opponent: noOpponent,
  line: null, // the main line that is stepped through: {from: node, moves}
  wait: null, // what a search waits for
  problem: null, // why there is no answer
  search: null, // AbortController of the search that runs
  choice: null, // AbortController of the computer's choice of a move
  reviewing: null, // how far a review is, if that is what runs
  thinking: false, // whether the computer is at its move
  visit: 0, // counts visits: what an earlier one was waiting for is dropped
};

// position is what lies on the board.
export const position = () => parse(state.node.game.position);

// question is what the API is asked about a node.
export const question = (node) => ({ ...state.args, position: state.start, moves: node.path });

// along returns how many moves of a line have been made, or null if the board is not on it.
export function along({ from, moves }) {
  const made = state.node.path.slice(from.path.length);
  return state.node.path.startsWith(from.path) && moves.join('').startsWith(made) ? made.length : null;
}

// turnAt returns the side to move at a node: the sides take turns.
export const turnAt = (node) => (node.ply % 2 ? other(parse(state.start).turn) : parse(state.start).turn);

export const isComputer = (turn) => state.opponent.side === turn;

// settled reports whether an answer is the last of its search.
export const settled = (a) => Boolean(a) && a.stopped !== '';
