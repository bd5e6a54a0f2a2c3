// The page: what is done when something is chosen.

import { ask } from './api.js';
import { wire } from './controls.js';
import { openShare } from './dialogs.js';
import { $, toast } from './dom.js';
import { openEditor } from './editor.js';
import { fromLink, toLink } from './link.js';
import { START, parse, sideName, sideOf } from './position.js';
import { analyse, answerMove, stopSearch } from './searches.js';
import { apply, keep, settings } from './settings.js';
import { actions, board, render, setStatus, showPosition, sower, tellMove } from './show.js';
import { along, noOpponent, position, question, state, turnAt } from './state.js';
import { Node, read, write } from './tree.js';

// visit goes to a node. With sow the move to it is shown.
async function visit(node, { sow = false, played = false, quiet = false } = {}) {
  const number = ++state.visit;
  const stale = () => number !== state.visit;
  sower.skip();
  stopSearch();
  try {
    node.game ??= await ask('game', question(node));
  } catch (e) {
    if (stale()) return;
    refuse(node, e);
    return;
  }
  if (stale()) return;
  const before = state.node;
  state.node = node;
  state.thinking = false;
  for (let n = node; n.parent; n = n.parent) n.parent.latest = n;
  if (state.args.rules === undefined) state.args = { rules: node.game.rules, repetition: node.game.repetition };
  history.replaceState(null, '', toLink(state));
  if (state.line && !along(state.line)) state.line = null;
  board.badges({});
  board.hint(null);
  render();
  analyse();
  if (sow && before === node.parent && node.game.last) {
    board.allow([], parse(before.game.position).turn);
    $('skip-button').hidden = settings.speed === 'off';
    await sower.sow(node.move, parse(before.game.position), node.game.last, settings.speed);
    $('skip-button').hidden = true;
    if (stale()) return;
  }
  showPosition();
  if (!quiet) tellMove(node);
  answerMove(played);
}

// refuse says why there is no going to a node, and takes it out of the tree.
function refuse(node, error) {
  toast(error.message);
  if (node.parent) {
    const parent = node.remove();
    if (state.node) render();
    else visit(parent);
  } else if (!state.node) {
    Object.assign(state, { args: {}, start: START, root: new Node() });
    visit(state.root);
  }
}

// play makes the move of a pit, if it is one.
function play(pit) {
  if (sower.busy) sower.skip();
  const { node } = state;
  if (state.thinking || !node?.game || !$('editor').hidden) return;
  if (!node.game.moves.some((m) => m.move === pit)) {
    if (node.game.over) toast('The game is over.');
    else toast(sideOf(pit) === position().turn ? `${pit} is not a legal move here.` : `${sideName(position().turn)} is to move.`);
    return;
  }
  visit(node.child(pit), { sow: true, played: true });
}

// back goes a move back.
function back() {
  const { node, opponent } = state;
  if (!node.parent) return;
  // Against the computer a move is taken back together with its answer.
  const own = node.parent.parent && opponent.side && turnAt(node.parent) === opponent.side;
  visit(own ? node.parent.parent : node.parent);
}

const forward = () => state.node.next && visit(state.node.next, { sow: true });

// begin starts a game. What was there before stays behind in the browser's history.
function begin(args, opponent, start = START, root = new Node(), at = root) {
  history.pushState(null, '', location.href);
  Object.assign(state, { args, opponent, start, root, line: null });
  if (opponent.hide) {
    keep({ values: false });
    $('values').checked = false;
  }
  closeEditor();
  return visit(at);
}

// edit opens the editor, or closes it.
function edit() {
  if (!$('editor').hidden) return closeEditor();
  sower.skip();
  const done = async (text) => {
    const game = await ask('game', { ...state.args, position: text });
    await begin(state.args, { ...state.opponent, hide: false }, game.start);
  };
  $('editor').hidden = false;
  $('board').hidden = true;
  document.body.classList.add('editing');
  $('status').textContent = 'Set up a position';
  openEditor($('editor'), position(), settings.flipped, { done, cancel: closeEditor });
}

function closeEditor() {
  const open = !$('editor').hidden;
  $('editor').hidden = true;
  $('board').hidden = false;
  document.body.classList.remove('editing');
  if (open) setStatus();
  if (open) $('edit-button').focus();
}

function share() {
  const { node } = state;
  openShare({
    link: location.href, position: node.game.position,
    record: () => ask('record', { ...state.args, position: state.start, moves: write(state.root) }, { text: true }),
  }, loadRecord);
}

// loadRecord shows the game of a record. It throws what is wrong with that.
async function loadRecord(text) {
  const record = await ask('record', {}, { method: 'POST', body: text, headers: { 'Content-Type': 'text/plain' } });
  const root = new Node();
  read(root, record.tree);
  await begin({ rules: record.rules, repetition: record.repetition }, noOpponent, record.position, root);
  toast([record.players && `${record.players}.`, ...record.warnings].filter(Boolean).join(' ') || 'The game is loaded.');
}

// openLink shows what the address says.
function openLink() {
  let linked;
  try {
    linked = fromLink(location.hash);
  } catch (e) {
    toast(e.message);
    linked = fromLink('');
  }
  Object.assign(state, linked, { node: null, line: null });
  return visit(linked.node, { quiet: true });
}

// named returns the preset that rules and their options are.
async function named(args) {
  const game = await ask('game', args);
  return { rules: game.rules, repetition: game.repetition };
}

// change goes on from the position on the board under other rules or with another opponent.
const change = (args, opponent) => begin(args, opponent, state.node.game.position);

const withPreset = (go) => (args, opponent) => named(args).then((preset) => go(preset, opponent)).catch((e) => toast(e.message));

Object.assign(actions, { play, visit, begin });
wire({
  play, back, forward, edit, share, openLink, load: loadRecord,
  toStart: () => visit(state.root),
  toEnd: () => visit(state.node.line.at(-1)),
  promote() {
    state.node.promote();
    render();
    history.replaceState(null, '', toLink(state));
  },
  remove: () => visit(state.node.remove()),
  begin: withPreset(begin),
  change: withPreset(change),
});
apply();
board.flip(settings.flipped);
openLink();
