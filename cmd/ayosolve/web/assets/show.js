// The page drawn from the state: the board, its badges, the panel, the chart and the tree.

import { Board } from './board.js';
import { showChart } from './chart.js';
import { $, announce, h, put } from './dom.js';
import { describeMove, showAnalysis } from './panel.js';
import { other, sideName } from './position.js';
import { title } from './rules.js';
import { settings } from './settings.js';
import { Sower } from './sow.js';
import { along, position, state } from './state.js';
import { showTree } from './treeview.js';
import { badge, isBest } from './values.js';

// actions are what is done when something is chosen; who does it puts it here.
export const actions = { play() {}, visit() {}, begin() {} };

export const board = new Board($('board'), (pit) => actions.play(pit));
export const sower = new Sower(board, (text) => setStatus(text));

// showPosition shows the board as the server says it is.
export function showPosition() {
  const { game, move } = state.node;
  const { seeds, stores, turn } = position();
  board.set(seeds, stores);
  board.allow(game.moves.map((m) => m.move), game.over ? null : turn);
  board.marks(game.last ? { from: move, to: game.last.laps.at(-1).last, taken: game.last.taken } : {});
  const ended = $('ended');
  ended.hidden = !game.over;
  if (game.over) {
    put(ended, h('p', {}, h('strong', {}, 'The game is over. '), game.over.words),
      h('button', { type: 'button', class: 'primary', onclick: () => actions.begin(state.args, { ...state.opponent, hide: false }) }, 'New game'));
  }
  setStatus();
  showValues();
}

// setStatus says above the board what happens, or if nothing does whose turn it is.
export function setStatus(text) {
  const { game, move } = state.node;
  const { turn } = position();
  let words = text;
  if (words === undefined) {
    const last = game.plies.at(-1);
    const how = last ? `${sideName(other(turn))} played ${move}${last.laps > 1 ? `, ${last.laps} laps` : ''}${last.captured ? `, took ${last.captured}` : ''}. ` : '';
    words = game.over ? `${how}The game is over.` : `${how}${sideName(turn)} ${state.thinking ? 'is thinking…' : 'to move'}`;
  }
  $('status').textContent = words;
}

// tellMove says to those who listen what has happened.
export function tellMove(node) {
  const last = node.game.plies.at(-1);
  const { turn, stores } = position();
  const held = stores ? ` South has ${stores.S}, North ${stores.N}.` : '';
  const made = last ? `${sideName(other(turn))} played ${node.move}, ${last.laps === 1 ? '1 lap' : `${last.laps} laps`}${last.captured ? `, and took ${last.captured}` : ''}.` : 'The start.';
  announce(node.game.over ? `${made} The game is over. ${node.game.over.words}` : `${made}${held} ${sideName(turn)} to move.`);
}

// While something is pressed the page is not drawn anew: what is under the pointer would be
// replaced by another of its kind, and the click be lost.
let pressed = false;
const postponed = new Set();

function whenFree(drawing) {
  if (!state.node?.game) return; // between one game and the next, which will be drawn when it is there
  if (pressed) postponed.add(drawing);
  else drawing();
}

function release() {
  pressed = false;
  setTimeout(() => { // after the click
    if (state.node?.game) for (const drawing of postponed) drawing();
    postponed.clear();
  });
}

// guardPresses begins to watch what is pressed.
export function guardPresses() {
  addEventListener('pointerdown', () => { pressed = true; }, true);
  addEventListener('keydown', (e) => { pressed ||= e.key === ' '; }, true); // a button is pressed by it until it is let go
  for (const name of ['pointerup', 'pointercancel', 'keyup']) addEventListener(name, release, true);
  addEventListener('blur', (e) => { if (e.target === window) release(); });
}

let due = false;

// later calls a function at the next frame, once.
export function later(show) {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    show();
  });
}

// showValues shows what is known of the position: badges, panel, chart.
export const showValues = () => whenFree(drawValues);

function drawValues() {
  const { node } = state;
  const answer = node.analysis;
  const shown = settings.values && !sower.busy;
  const of = {};
  if (shown && answer) for (const m of answer.moves) of[m.move] = badge(m, isBest(answer, m));
  board.badges(of);
  board.describe((pit) => {
    const can = node.game.moves.some((m) => m.move === pit);
    const m = shown ? answer?.moves.find((x) => x.move === pit) : null;
    return [can ? 'can be played' : '', m ? describeMove(answer, m) : ''].filter(Boolean).join(', ');
  });
  const run = $('analysis-run');
  run.hidden = !settings.values || node.game.over !== null || (!state.search && answer?.stopped === 'exact');
  run.textContent = state.search ? 'Stop' : 'Go on';
  const annotate = $('annotate');
  annotate.hidden = !settings.values;
  annotate.disabled = state.reviewing !== null || node.line.length < 2;
  annotate.textContent = state.reviewing ?? 'Review the game';
  if (!settings.values) {
    put($('analysis'), h('p', { class: 'muted' }, 'The values are hidden. Switch them on to see what each move is worth.'));
  } else {
    const line = lineShown();
    showAnalysis($('analysis'), {
      answer, position: position(), wait: state.wait, problem: state.problem, line,
      before: [node.game.start, ...node.game.plies.slice(0, -1).map((p) => p.position)],
    }, { play: (pit) => actions.play(pit), choose: chooseLine, step: stepLine });
  }
  showChart($('chart'), settings.values ? node.line : [node], node, (n) => actions.visit(n));
}

// lineShown returns the main line to show: the one that is stepped through, or the best
// move's.
function lineShown() {
  const { node } = state;
  if (state.line) return { moves: state.line.moves, at: along(state.line), here: state.line.from === node };
  const best = node.analysis?.moves.find((m) => m.move === node.analysis.best);
  return best ? { moves: best.pv, at: 0, here: true } : null;
}

// chooseLine shows the main line of a move.
function chooseLine(letter) {
  const m = state.node.analysis.moves.find((x) => x.move === letter);
  state.line = { from: state.node, moves: m.pv };
  showValues();
}

// stepLine goes to where so many moves of the line have been made.
function stepLine(count) {
  const shown = lineShown();
  state.line ??= { from: state.node, moves: shown.moves };
  const next = state.line.from.follow(state.line.moves.slice(0, count));
  actions.visit(next, { sow: next.parent === state.node });
}

// render draws what changes with the node: the buttons and the tree.
export const render = () => whenFree(draw);

function draw() {
  const { node, root } = state;
  const { game } = node;
  const { side, level } = state.opponent;
  $('rules-name').textContent = title(game.rules, game.repetition) + (side ? ` · ${sideName(side)}: ${level === 'perfect' ? 'perfect' : `level ${level}`}` : '');
  $('rules-button').title = $('rules-name').textContent;
  $('undo').disabled = $('to-start').disabled = !node.parent;
  $('redo').disabled = $('to-end').disabled = !node.next;
  $('promote').hidden = node.isMain;
  $('remove').hidden = !node.parent;
  showTree($('tree'), root, node, (n) => actions.visit(n));
}
