// The analysis panel: what the position is worth, every move, the main line, and what
// the search took.

import { h, put } from './dom.js';
import { grouped, seedsWord, sideName } from './position.js';
import { isBest, kindWord, score, short, spoken, verdict } from './values.js';

const stops = {
  time: 'The time is up.', nodes: 'The nodes are spent.', depth: 'The depth is reached.', interrupt: 'It was stopped.',
  repetition: 'What is left turns on positions that come back.',
};

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// pill is a value as a coloured word.
export const pill = (m) => h('span', { class: `badge ${m.status} ${m.outcome ?? ''}` },
  h('span', { class: 'badge-value' }, short(m)), ' ', h('span', { class: 'badge-word' }, kindWord(m)));

// showAnalysis shows an answer, or what is waited for. on has what can be done: play(letter),
// choose(letter) of the line that is shown, and step(letters) along it.
export function showAnalysis(root, { answer, position, wait, problem, line, before }, on) {
  if (problem) {
    put(root, h('p', { class: 'problem' }, problem));
    return;
  }
  if (!answer) {
    put(root, h('p', { class: 'waiting' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), capital(wait ?? 'searching…')));
    return;
  }
  if (answer.termination) {
    put(root, h('p', { class: 'muted' }, 'The game is over, there is nothing left to search.'));
    return;
  }
  const v = verdict(answer, position);
  put(root,
    h('div', { class: `verdict ${answer.status} ${answer.outcome ?? ''}` },
      h('p', { class: 'verdict-title' }, v.title), h('p', { class: 'verdict-text' }, v.text)),
    moveTable(answer, position, line, on),
    mainLine(line, on),
    returns(answer, before),
    effort(answer),
    legend(answer));
}

function moveTable(answer, position, line, on) {
  const scored = Boolean(position.stores);
  const head = h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'sr' }, 'Move')), h('th', { scope: 'col' }, 'Value'),
    scored && h('th', { scope: 'col', title: 'Final score, South first' }, 'S–N'),
    h('th', { scope: 'col', class: 'number' }, 'Takes'), h('th', { scope: 'col', class: 'number laps' }, 'Laps'), h('th', { scope: 'col' }, 'Main line'));
  const rows = answer.moves.map((m) => h('tr', { class: isBest(answer, m) ? 'best' : '', 'aria-current': line?.moves[0] === m.move && line.here ? 'true' : undefined },
    h('th', { scope: 'row' }, h('button', { type: 'button', class: 'play', 'data-key': `play-${m.move}`, 'aria-label': `Play ${m.move}`, onclick: () => on.play(m.move) }, m.move),
      isBest(answer, m) && h('span', { class: 'star', title: 'best' }, '★')),
    h('td', {}, pill(m)),
    scored && h('td', { class: 'score' }, m.final ? score(m.final) : '–'),
    h('td', { class: 'number' }, m.captured), h('td', { class: 'number laps' }, m.laps),
    h('td', { class: 'line' }, h('button', { type: 'button', 'data-key': `line-${m.move}`, 'aria-label': `Show the main line of ${m.move}: ${m.pv.join(' ')}`, onclick: () => on.choose(m.move) }, m.pv.join('')))));
  return h('table', { class: 'moves' }, h('caption', { class: 'sr' }, `Values are for ${sideName(position.turn)}, who moves`), h('thead', {}, head), h('tbody', {}, rows));
}

// mainLine shows a line whose moves can be stepped to. line is {moves, at}, at the moves
// of it that have been made.
function mainLine(line, on) {
  if (!line) return null;
  const { moves, at } = line;
  const chips = moves.map((m, i) => h('button', {
    type: 'button', class: i < at ? 'chip done' : i === at ? 'chip next' : 'chip', 'data-key': `chip-${i}`,
    'aria-label': `${m}, move ${i + 1} of the line`, 'aria-current': i === at - 1 ? 'step' : undefined, onclick: () => on.step(i + 1),
  }, m));
  return h('div', { class: 'mainline' },
    h('div', { class: 'mainline-head' }, h('h3', {}, 'Main line'),
      h('button', { type: 'button', class: 'quiet', 'data-key': 'line-back', 'aria-label': 'One move back along the line', disabled: at === 0, onclick: () => on.step(at - 1) }, '‹'),
      h('span', { class: 'muted' }, `${at} of ${moves.length}`),
      h('button', { type: 'button', class: 'quiet', 'data-key': 'line-on', 'aria-label': 'One move on along the line', disabled: at === moves.length, onclick: () => on.step(at + 1) }, '›')),
    h('div', { class: 'chips' }, chips));
}

// returns names the moves that would bring back a position of this game.
function returns(answer, before) {
  const back = answer.moves.filter((m) => before.includes(m.position)).map((m) => m.move);
  return back.length ? h('p', { class: 'note' }, `${back.join(', ')} would bring back a position of this game, which ends it; values do not count that.`) : null;
}

function effort(a) {
  const reach = a.tables.max_seeds < 0 ? 'no tables' : `tables to ${seedsWord(a.tables.max_seeds)}`;
  const parts = [
    ['Depth', a.depth], ['Nodes', grouped(a.nodes)], ['Nodes/s', grouped(a.nodes_per_second)],
    ['Table hits', grouped(a.table_hits)], ['Hash', `${(a.hashfull / 10).toFixed(1)} %`], ['Time', `${(a.time_ms / 1000).toFixed(2)} s`],
  ];
  const how = a.stopped === '' ? 'Searching…' : a.stopped === 'exact' ? 'All moves are exact.' : stops[a.stopped] ?? '';
  return h('div', { class: 'effort' },
    h('p', { class: a.stopped === '' ? 'how running' : 'how' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), `${how} ${capital(reach)}.`),
    h('dl', {}, parts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))));
}

// legend explains what kinds of values there are, where not all are exact.
function legend(a) {
  if (a.moves.every((m) => m.status === 'exact')) return null;
  const kinds = [['exact', '+3', 'proven'], ['bounds', '−2…+4', 'proven to lie between'], ['estimate', '~+1', 'a guess, not proven']];
  return h('ul', { class: 'legend', 'aria-label': 'Kinds of values' }, kinds.map(([kind, text, words]) => h('li', {}, h('span', { class: `badge ${kind}` }, h('span', { class: 'badge-value' }, text)), ` ${words}`)));
}

// describeMove is a move's value in words.
export const describeMove = (answer, m) => `${isBest(answer, m) ? 'best, ' : ''}${spoken(m)}`;
