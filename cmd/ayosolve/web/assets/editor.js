// The editor: any position, set up pit by pit, with the sum checked as it is typed.

import { h, put } from './dom.js';
import { NORTH, PITS, SOUTH, format, seedsWord } from './position.js';

// openEditor fills a form with a position to edit. done(text) gets the position in
// notation and may throw what is wrong with it; cancel() is called when nothing is wanted.
export function openEditor(form, position, flipped, { done, cancel }) {
  const field = (name, label, value, most) => {
    const input = h('input', { type: 'number', inputmode: 'numeric', min: '0', max: String(most), step: '1', value: String(value), id: `edit-${name}`, 'aria-label': label, autocomplete: 'off' });
    input.addEventListener('focus', () => input.select());
    return input;
  };
  const pits = Object.fromEntries(PITS.map((p) => [p, field(p, `Seeds in ${p}`, position.seeds[p], 48)]));
  const stores = { S: field('S', "South's store", position.stores?.S ?? 0, 48), N: field('N', "North's store", position.stores?.N ?? 0, 48) };
  const scored = h('input', { type: 'checkbox', id: 'edit-scored', checked: position.stores !== null });
  const turns = ['S', 'N'].map((side) => h('input', { type: 'radio', name: 'turn', value: side, id: `edit-turn-${side}`, checked: position.turn === side }));
  const sum = h('output', { class: 'sum', 'aria-live': 'polite' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const text = h('input', { type: 'text', id: 'edit-text', spellcheck: 'false', autocomplete: 'off' });
  const use = h('button', { type: 'submit', class: 'primary' }, 'Use this position');

  const number = (input) => (/^\d{1,2}$/.test(input.value) ? Number(input.value) : NaN);
  const read = () => ({
    seeds: Object.fromEntries(PITS.map((p) => [p, number(pits[p])])),
    stores: scored.checked ? { S: number(stores.S), N: number(stores.N) } : null,
    turn: turns.find((t) => t.checked).value,
  });
  const check = () => {
    const p = read();
    const numbers = [...PITS.map((x) => p.seeds[x]), ...(p.stores ? [p.stores.S, p.stores.N] : [])];
    const all = numbers.reduce((a, b) => a + b, 0);
    const wrong = numbers.some(Number.isNaN);
    const off = p.stores ? 48 - all : Math.min(48 - all, 0);
    for (const input of [...Object.values(pits), ...Object.values(stores)]) input.setAttribute('aria-invalid', String(!input.disabled && Number.isNaN(number(input))));
    const good = !wrong && off === 0;
    sum.className = good ? 'sum good' : 'sum bad';
    if (wrong) sum.textContent = 'Every field needs a number from 0 to 48.';
    else if (good) sum.textContent = p.stores ? `✓ ${all} of 48 seeds` : `✓ ${seedsWord(all)} on the board`;
    else sum.textContent = off > 0 ? `${all} of 48: ${seedsWord(off)} missing` : `${all} of 48: ${seedsWord(-off)} too many`;
    use.disabled = !good;
    for (const side of ['S', 'N']) stores[side].disabled = !scored.checked;
    if (good) text.value = format(p);
    problem.textContent = '';
  };
  const setAll = (seeds, held, turn) => {
    for (const p of PITS) pits[p].value = seeds[p];
    if (held) for (const side of ['S', 'N']) stores[side].value = held[side];
    scored.checked = held !== null;
    for (const t of turns) t.checked = t.value === turn;
    check();
  };
  const even = (n) => Object.fromEntries(PITS.map((p) => [p, n]));

  const [far, near] = flipped ? [[...SOUTH].reverse(), NORTH] : [[...NORTH].reverse(), SOUTH];
  const cell = (p) => h('label', { class: 'edit-pit' }, h('span', {}, p), pits[p]);
  const store = (side, name) => h('label', { class: `edit-store ${side}` }, h('span', {}, name), stores[side]);
  const sides = { S: store('S', 'South'), N: store('N', 'North') };
  put(form,
    h('div', { class: 'board edit' }, sides[flipped ? 'S' : 'N'], h('div', { class: 'edit-rows' }, far.map(cell), near.map(cell)), sides[flipped ? 'N' : 'S']),
    h('div', { class: 'edit-options' },
      sum,
      h('fieldset', {}, h('legend', {}, 'To move'), h('label', {}, turns[0], 'South'), h('label', {}, turns[1], 'North')),
      h('label', {}, scored, 'Stores count')),
    h('label', { class: 'edit-text' }, h('span', {}, 'In notation'), text),
    problem,
    h('div', { class: 'edit-buttons' }, use, h('button', { type: 'button', onclick: cancel }, 'Cancel'),
      h('span', { class: 'gap' }),
      h('button', { type: 'button', onclick: () => setAll(even(0), { S: 0, N: 0 }, 'S') }, 'Empty'),
      h('button', { type: 'button', onclick: () => setAll(even(4), { S: 0, N: 0 }, 'S') }, 'Start')));
  form.oninput = (e) => {
    if (e.target === text) {
      sum.className = 'sum';
      sum.textContent = 'The notation is read when it is used.';
      use.disabled = text.value.trim() === '';
      problem.textContent = '';
    } else {
      check();
    }
  };
  form.onsubmit = async (e) => {
    e.preventDefault();
    try {
      await done(text.value.trim());
    } catch (wrong) {
      problem.textContent = wrong.message;
    }
  };
  form.onkeydown = (e) => {
    if (e.key === 'Escape') cancel();
  };
  check();
  pits[near[0]].focus();
}
