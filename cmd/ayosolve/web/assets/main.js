// The page: what it shows, and what is done when something is chosen.

import { ask, listen, page } from './api.js';
import { Board } from './board.js';
import { showChart } from './chart.js';
import { openHelp, openRules, openSettings, openShare } from './dialogs.js';
import { $, announce, h, put, toast } from './dom.js';
import { openEditor } from './editor.js';
import { fromLink, toLink } from './link.js';
import { describeMove, showAnalysis } from './panel.js';
import { START, other, parse, sideName, sideOf } from './position.js';
import { title } from './rules.js';
import { apply, keep, settings } from './settings.js';
import { Sower } from './sow.js';
import { Node, read, write } from './tree.js';
import { showTree } from './treeview.js';
import { badge, isBest, southMargin, verdict } from './values.js';

const noOpponent = { side: '', level: '5' };

const state = {
  args: {}, // rules and repetition, as the API takes them
  start: START,
  root: new Node(),
  node: null, // where the board is
  opponent: noOpponent,
  line: null, // the main line that is stepped through: {from: node, moves}
  wait: null, // what a search waits for
  problem: null, // why there is no answer
  search: null, // AbortController of the search that runs
  reviewing: null, // how far a review is, if that is what runs
  thinking: false, // whether the computer is at its move
  visit: 0, // counts visits: what an earlier one was waiting for is dropped
};

const board = new Board($('board'), (pit) => play(pit));
const sower = new Sower(board, (text) => setStatus(text));

const position = () => parse(state.node.game.position);
const question = (node) => ({ ...state.args, position: state.start, moves: node.path });

// visit goes to a node. With sow the move to it is shown.
async function visit(node, { sow = false, quiet = false } = {}) {
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
    board.allow([], position().turn);
    $('skip-button').hidden = settings.speed === 'off';
    await sower.sow(node.move, parse(before.game.position), node.game.last, settings.speed);
    $('skip-button').hidden = true;
    if (stale()) return;
  }
  showPosition();
  if (!quiet) tellMove(node);
  answerMove();
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

// along returns how many moves of a line have been made, or null if the board is not on it.
function along({ from, moves }) {
  const made = state.node.path.slice(from.path.length);
  return state.node.path.startsWith(from.path) && moves.join('').startsWith(made) ? made.length : null;
}

function play(pit) {
  if (sower.busy) sower.skip();
  const { node } = state;
  if (state.thinking || !node?.game || !$('editor').hidden) return;
  if (!node.game.moves.some((m) => m.move === pit)) {
    if (node.game.over) toast('The game is over.');
    else toast(sideOf(pit) === position().turn ? `${pit} is not a legal move here.` : `${sideName(position().turn)} is to move.`);
    return;
  }
  visit(node.child(pit), { sow: true });
}

// showPosition shows the board as the server says it is.
function showPosition() {
  const { game, move } = state.node;
  const { seeds, stores, turn } = position();
  board.set(seeds, stores);
  board.allow(game.moves.map((m) => m.move), game.over ? null : turn);
  board.marks(game.last ? { from: move, to: game.last.laps.at(-1).last, taken: game.last.taken } : {});
  const ended = $('ended');
  ended.hidden = !game.over;
  if (game.over) {
    put(ended, h('p', {}, h('strong', {}, 'The game is over. '), game.over.words),
      h('button', { type: 'button', class: 'primary', onclick: () => begin(state.args, { ...state.opponent, hide: false }) }, 'New game'));
  }
  setStatus();
  showValues();
}

function setStatus(text) {
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
function tellMove(node) {
  const last = node.game.plies.at(-1);
  const { turn, stores } = position();
  const held = stores ? ` South has ${stores.S}, North ${stores.N}.` : '';
  const made = last ? `${sideName(other(turn))} played ${node.move}, ${last.laps === 1 ? '1 lap' : `${last.laps} laps`}${last.captured ? `, and took ${last.captured}` : ''}.` : 'The start.';
  announce(node.game.over ? `${made} The game is over. ${node.game.over.words}` : `${made}${held} ${sideName(turn)} to move.`);
}

// Analysis.

function stopSearch() {
  state.search?.abort();
  state.search = null;
  state.wait = null;
  state.problem = null;
  state.reviewing = null;
}

const settled = (a) => a && a.stopped !== '';

// analyse values the moves of the position, if that is wanted and not done yet; anew goes
// on with a search that has stopped.
async function analyse(anew = false) {
  const { node } = state;
  if (node.game.over) {
    const { south, north } = node.game.over.final;
    node.margin = { status: 'exact', value: south - north, lower: south - north, upper: south - north };
    node.analysis = { termination: node.game.over.termination, moves: [], stopped: 'exact' };
  }
  const waits = state.opponent.side && isComputer(position().turn) && !node.next; // for the computer's move
  if (!settings.values || document.hidden || waits || (settled(node.analysis) && !anew)) {
    showValues();
    return;
  }
  stopSearch();
  const search = new AbortController();
  state.search = search;
  showValues();
  try {
    await listen('analyze', { ...question(node), time: settings.time }, search.signal, (event, data) => {
      if (event === 'waiting') state.wait = data.text;
      else take(node, data, event === 'done');
      later(showValues);
    });
  } catch (e) {
    if (search.signal.aborted) return;
    state.problem = e instanceof TypeError ? 'The server does not answer. Is ayosolve serve still running?' : e.message;
  }
  if (state.search !== search) return;
  state.search = null;
  showValues();
  // Where all is proven soon the rest of the chart follows by itself.
  const cheap = node.analysis?.stopped === 'exact' && state.args.rules.startsWith('ayoayo') && !state.opponent.side;
  if (cheap && node.line.some((n) => !n.margin)) review();
}

// take keeps an answer about a node.
function take(node, answer, done) {
  node.analysis = answer;
  node.margin = southMargin(answer, parse(answer.position));
  if (done && node === state.node && settings.values) {
    const v = verdict(answer, position());
    announce(`${answer.status === 'exact' ? 'Exact' : answer.status === 'estimate' ? 'Estimate' : 'Bounds'}: ${v.title}. ${answer.best ? `Best is ${answer.best}.` : ''}`);
  }
}

let due = false;

// later calls a function at the next frame, once.
function later(show) {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    show();
  });
}

// showValues shows what is known of the position: badges, panel, chart.
function showValues() {
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
    }, { play, choose: chooseLine, step: stepLine });
  }
  showChart($('chart'), settings.values ? node.line : [node], node, (n) => visit(n));
}

// lineShown returns the main line to show: the one that is stepped through, or the best
// move's.
function lineShown() {
  const { node } = state;
  if (state.line) return { moves: state.line.moves, at: along(state.line), here: state.line.from === node };
  const best = node.analysis?.moves.find((m) => m.move === node.analysis.best);
  return best ? { moves: best.pv, at: 0, here: true } : null;
}

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
  visit(next, { sow: next.parent === state.node });
}

// The rest of the page.

function render() {
  const { node, root } = state;
  const { game } = node;
  const { side, level } = state.opponent;
  $('rules-name').textContent = title(game.rules, game.repetition) + (side ? ` · ${sideName(side)}: ${level === 'perfect' ? 'perfect' : `level ${level}`}` : '');
  $('undo').disabled = $('to-start').disabled = !node.parent;
  $('redo').disabled = $('to-end').disabled = !node.next;
  $('promote').hidden = node.isMain;
  $('remove').hidden = !node.parent;
  showTree($('tree'), root, node, (n) => visit(n));
}

function back() {
  const { node, opponent } = state;
  if (!node.parent) return;
  // Against the computer a move is taken back together with its answer.
  const own = node.parent.parent && opponent.side && turnAt(node.parent) === opponent.side;
  visit(own ? node.parent.parent : node.parent);
}

// turnAt returns the side to move at a node: the sides take turns.
const turnAt = (node) => (node.ply % 2 ? other(parse(state.start).turn) : parse(state.start).turn);

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

function edit() {
  if (!$('editor').hidden) return closeEditor();
  sower.skip();
  const done = async (text) => {
    const game = await ask('game', { ...state.args, position: text });
    await begin(state.args, { ...state.opponent, hide: false }, game.start);
  };
  $('editor').hidden = false;
  $('board').hidden = true;
  openEditor($('editor'), position(), settings.flipped, { done, cancel: closeEditor });
}

function closeEditor() {
  const open = !$('editor').hidden;
  $('editor').hidden = true;
  $('board').hidden = false;
  if (open) $('edit-button').focus();
}

async function hint() {
  const { node } = state;
  if (node.game.over) return;
  let answer = node.analysis;
  if (!answer?.best) {
    setStatus('Looking for a good move…');
    const number = state.visit;
    try {
      answer = await ask('analyze', { ...question(node), time: '3s', page });
    } catch (e) {
      toast(e.message);
      return;
    }
    if (number !== state.visit) return;
    take(node, answer, false);
    setStatus();
  }
  const m = answer.moves.find((x) => x.move === answer.best);
  if (!m) return toast('No move is known to be better than another yet.');
  board.hint(m.move);
  const how = answer.status === 'exact' ? 'No move is worth more than' : 'The best move known so far is';
  const words = `${how} ${m.move}${m.captured ? `, which takes ${m.captured}` : ''}.`;
  toast(words);
}

const isComputer = (turn) => state.opponent.side === turn;

// answerMove lets the computer move, if it is its turn.
async function answerMove() {
  const { node, opponent } = state;
  if (node.game.over || !isComputer(position().turn) || node.next) return; // not while old moves are looked through
  const number = state.visit;
  state.thinking = true;
  setStatus();
  let chosen;
  try {
    await listen('play', { ...question(node), level: opponent.level, time: settings.time }, undefined, (event, data) => {
      if (event === 'done') chosen = data.move;
      else if (number === state.visit) setStatus(data.text);
    });
  } catch (e) {
    toast(e.message);
  }
  if (number !== state.visit) return;
  state.thinking = false;
  if (chosen) visit(node.child(chosen), { sow: true });
  else setStatus();
}

// Review.

// review values all moves of the line the board is on, for the chart.
async function review() {
  const { node } = state;
  const nodes = node.line;
  if (nodes.length < 2) return toast('There is no move to review yet.');
  stopSearch();
  const reviewing = new AbortController();
  state.search = reviewing;
  state.reviewing = 'reviewing…';
  showValues();
  try {
    await listen('annotate', { ...question(nodes.at(-1)), time: settings.time || '3s' }, reviewing.signal, (event, data) => {
      if (event === 'waiting') state.reviewing = data.text;
      else if (event === 'done') takeReport(nodes, data);
      later(showValues);
    });
  } catch (e) {
    if (reviewing.signal.aborted) return;
    toast(e.message);
  }
  if (state.search !== reviewing) return;
  state.search = null;
  state.reviewing = null;
  announce('The review is done.');
  showValues();
  render();
}

// takeReport keeps what a review says of the moves of a line.
function takeReport(nodes, report) {
  report.plies.forEach((ply, i) => {
    if (!ply.before) return;
    const before = parse(ply.position);
    const node = nodes[i + 1];
    if (i === 0) nodes[0].margin = closer(nodes[0].margin, southMargin(ply.before, before));
    node.margin = closer(node.margin, southMargin(ply.after, before));
    const { least, most } = ply.lost;
    const better = ply.best.length ? `, best was ${ply.best.join(' or ')}` : '';
    node.note = { kind: ply.class, words: `gave away ${least === most ? least : `${least} to ${most}`}${better}` };
  });
}

// closer is the better known of two margins.
const closer = (a, b) => (!a || a.status !== 'exact' ? b : a);

function flip() {
  keep({ flipped: !settings.flipped });
  board.flip(settings.flipped);
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

const shortcuts = {
  u: back, r: forward, h: hint, t: flip, p: edit, n: () => $('new-button').click(), v: () => $('values').click(),
};

function onKey(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || $('dialog').open || !state.node?.game) return;
  if (e.key === 'Escape' && sower.busy) return sower.skip();
  if (!settings.keys || !$('editor').hidden || e.target.matches('input:not([type=checkbox]), select, textarea')) return;
  const key = e.key.toLowerCase();
  if (/^[a-f]$/.test(key)) {
    const pit = position().turn === 'S' ? key.toUpperCase() : key;
    board.focus(pit);
    play(pit);
  } else if (shortcuts[key]) {
    shortcuts[key]();
  } else {
    return;
  }
  e.preventDefault();
}

function wire() {
  const on = (id, f) => $(id).addEventListener('click', f);
  const rules = () => openRules(state.args, state.opponent, {
    begin: (args, opponent) => named(args).then((a) => begin(a, opponent)).catch((e) => toast(e.message)),
    change: (args, opponent) => named(args).then((a) => begin(a, opponent, state.node.game.position)).catch((e) => toast(e.message)),
  });
  on('rules-button', rules);
  on('new-button', rules);
  on('edit-button', edit);
  on('share-button', share);
  on('settings-button', () => openSettings(() => showValues()));
  on('help-button', openHelp);
  on('undo', back);
  on('redo', forward);
  on('to-start', () => visit(state.root));
  on('to-end', () => visit(state.node.line.at(-1)));
  on('hint', hint);
  on('turn', flip);
  on('skip-button', () => sower.skip());
  on('promote', () => { state.node.promote(); render(); history.replaceState(null, '', toLink(state)); });
  on('remove', () => visit(state.node.remove()));
  on('annotate', review);
  on('analysis-run', () => {
    if (state.search) {
      stopSearch();
      if (state.node.analysis?.stopped === '') state.node.analysis.stopped = 'interrupt';
      showValues();
    } else {
      analyse(true);
    }
  });
  $('values').checked = settings.values;
  $('values').addEventListener('change', () => {
    keep({ values: $('values').checked });
    if (!settings.values) stopSearch();
    analyse();
  });
  addEventListener('keydown', onKey);
  addEventListener('hashchange', openLink);
  addEventListener('pagehide', stopSearch);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stopSearch();
    else if (state.node?.game) analyse();
  });
  wireDrop();
  new ResizeObserver(() => state.node?.game && later(showValues)).observe($('chart'));
}

// wireDrop takes a file that is dropped on the page.
function wireDrop() {
  const files = (e) => e.dataTransfer?.types.includes('Files');
  addEventListener('dragover', (e) => {
    if (!files(e)) return;
    e.preventDefault();
    $('drop').hidden = false;
  });
  addEventListener('dragleave', (e) => { if (!e.relatedTarget) $('drop').hidden = true; });
  addEventListener('drop', async (e) => {
    if (!files(e)) return;
    e.preventDefault();
    $('drop').hidden = true;
    const [file] = e.dataTransfer.files;
    try {
      if (file) await loadRecord(await file.text());
    } catch (wrong) {
      toast(wrong.message);
    }
  });
}

// named returns the preset that rules and their options are.
async function named(args) {
  const game = await ask('game', args);
  return { rules: game.rules, repetition: game.repetition };
}

apply();
board.flip(settings.flipped);
wire();
openLink();
