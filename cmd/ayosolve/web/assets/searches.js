// What takes time: analysis, reviews, hints and the computer's moves. A page has one search
// at a time.

import { ask, listen, page } from './api.js';
import { announce, toast } from './dom.js';
import { parse } from './position.js';
import { settings } from './settings.js';
import { actions, board, later, render, setStatus, showValues } from './show.js';
import { isComputer, position, question, settled, state } from './state.js';
import { southMargin, verdict } from './values.js';

// stopSearch ends whatever runs.
export function stopSearch() {
  state.search?.abort();
  state.choice?.abort();
  state.search = state.choice = null;
  state.wait = null;
  state.problem = null;
  state.reviewing = null;
}

// analyse values the moves of the position, if that is wanted and not done yet; anew goes
// on with a search that has stopped.
export async function analyse(anew = false) {
  const { node } = state;
  if (node.game.over) {
    const { south, north } = node.game.over.final;
    node.margin = { status: 'exact', value: south - north, lower: south - north, upper: south - north };
    node.analysis = { termination: node.game.over.termination, moves: [], stopped: 'exact' };
  }
  const waits = state.opponent.side && isComputer(position().turn) && !node.next; // for the computer's move
  if (!settings.values || document.hidden || waits) {
    showValues();
    return;
  }
  if (settled(node.analysis) && !anew) {
    showValues();
    chartRest(node);
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
  chartRest(node);
}

// chartRest values the moves that the chart still lacks, where that is soon done.
function chartRest(node) {
  const soon = node.analysis?.stopped === 'exact' && state.args.rules.startsWith('ayoayo') && !state.opponent.side;
  if (soon && !state.search && node.line.some((n) => !n.margin)) review(true);
}

// take keeps an answer about a node.
function take(node, answer, done) {
  node.analysis = answer;
  node.margin = southMargin(answer, parse(answer.position));
  if (done && node === state.node && settings.values) {
    const v = verdict(answer, position());
    announce(`${answer.status === 'exact' ? 'Exact' : answer.status === 'estimate' ? 'Estimate' : 'Bounds'}: ${v.title}. ${answer.best ? `Best is ${answer.best}.` : ''}`, 'live-values');
  }
}

// review values all moves of the line the board is on, for the chart. A quiet one is not told
// of.
export async function review(quiet = false) {
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
  if (!quiet) announce('The review is done.', 'live-values');
  showValues();
  render();
  if (!settled(node.analysis)) analyse(); // it had to wait
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

// hint points at a good move.
export async function hint() {
  const { node } = state;
  if (node.game.over) return;
  let answer = node.analysis;
  if (!answer?.best) {
    stopSearch();
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

// answerMove lets the computer move, if it is its turn. played tells whether a move has
// just been made: an answer that was given to it before is given again, while one that is
// looked at again has its answer already.
export async function answerMove(played) {
  const { node, opponent } = state;
  if (node.game.over || !isComputer(position().turn)) return;
  if (node.next) {
    if (played) actions.visit(node.next, { sow: true });
    return;
  }
  const choice = new AbortController();
  state.choice = choice;
  state.thinking = true;
  setStatus();
  let chosen;
  try {
    await listen('play', { ...question(node), level: opponent.level, time: settings.time }, choice.signal, (event, data) => {
      if (event === 'done') chosen = data.move;
      else setStatus(data.text);
    });
  } catch (e) {
    if (choice.signal.aborted) return;
    toast(e.message);
  }
  if (state.choice !== choice) return;
  state.choice = null;
  state.thinking = false;
  if (chosen) actions.visit(node.child(chosen), { sow: true });
  else setStatus();
}
