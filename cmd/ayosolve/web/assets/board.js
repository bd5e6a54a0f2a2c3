// The board: pits, stores, badges and marks. It shows what it is told to, and tells
// which pit was chosen.

import { h, s } from './dom.js';
import { drawPit, drawStore } from './seeds.js';
import { NORTH, PITS, SOUTH, seedsWord, sideName, sideOf } from './position.js';

const narrow = matchMedia('(max-width: 640px)');

export class Board {
  // choose is called with the letter of a pit that was clicked or entered.
  constructor(root, choose) {
    this.root = root;
    this.pits = {};
    this.stores = {};
    this.flipped = false;
    this.counts = {};
    this.held = { S: 0, N: 0 };
    this.scored = true;
    this.hand = h('div', { class: 'hand', 'aria-hidden': 'true', hidden: true }, h('span', { class: 'hand-count' }));
    for (const side of ['N', 'S']) this.stores[side] = this.makeStore(side);
    for (const pit of PITS) this.pits[pit] = this.makePit(pit, choose);
    this.arrange();
    root.addEventListener('keydown', (e) => this.arrow(e));
    narrow.addEventListener('change', () => this.redrawStores());
  }

  makeStore(side) {
    const svg = s('svg', { class: 'seeds', 'aria-hidden': 'true' });
    const count = h('span', { class: 'count' });
    const box = h('div', { class: `store ${side}`, role: 'img' },
      h('span', { class: 'name', 'aria-hidden': 'true' }, sideName(side)), h('span', { class: 'hollow' }, svg), count);
    return { box, svg, count };
  }

  makePit(pit, choose) {
    const svg = s('svg', { class: 'seeds', viewBox: '0 0 100 100', 'aria-hidden': 'true' });
    const count = h('span', { class: 'count' });
    const mark = h('span', { class: 'mark' });
    const badge = h('span', { class: 'badge' });
    const box = h('button', { type: 'button', class: 'pit', 'data-pit': pit, tabindex: '-1', onclick: () => choose(pit) },
      h('span', { class: 'hollow', 'aria-hidden': 'true' }, svg, mark),
      h('span', { class: 'tag', 'aria-hidden': 'true' }, h('span', { class: 'letter' }, pit), count),
      badge);
    badge.setAttribute('aria-hidden', 'true');
    box.addEventListener('focus', () => this.rove(pit));
    return { box, svg, count, mark, badge };
  }

  // rows are the pits as they are seen, the far row first, each from left to right.
  get rows() {
    const rows = [[...NORTH].reverse(), [...SOUTH]];
    return this.flipped ? [[...SOUTH].reverse(), [...NORTH]] : rows;
  }

  arrange() {
    const [far, near] = this.rows;
    const [left, right] = this.flipped ? ['S', 'N'] : ['N', 'S'];
    this.stores[left].box.dataset.place = 'left';
    this.stores[right].box.dataset.place = 'right';
    for (const [row, pits] of [['far', far], ['near', near]]) {
      pits.forEach((pit, i) => {
        this.pits[pit].box.dataset.row = row;
        this.pits[pit].box.style.gridColumn = String(i + 2);
        this.pits[pit].box.style.setProperty('--column', String(i + 1));
      });
    }
    const focused = document.activeElement;
    this.root.replaceChildren(this.stores[left].box, ...[...far, ...near].map((p) => this.pits[p].box), this.stores[right].box, this.hand);
    if (this.root.contains(focused)) focused.focus();
  }

  flip(flipped) {
    this.flipped = flipped;
    this.arrange();
  }

  // set shows seeds and stores, and says nothing of moves.
  set(seeds, stores) {
    for (const pit of PITS) this.setPit(pit, seeds[pit]);
    this.scored = stores !== null;
    this.root.classList.toggle('unscored', !this.scored);
    for (const side of ['S', 'N']) this.setStore(side, stores?.[side] ?? 0);
  }

  setPit(pit, n) {
    if (this.counts[pit] === n) return;
    this.counts[pit] = n;
    drawPit(this.pits[pit].svg, n, PITS.indexOf(pit) + 1);
    this.pits[pit].count.textContent = n;
    this.pits[pit].box.classList.toggle('empty', n === 0);
  }

  setStore(side, n) {
    this.held[side] = n;
    const { box, svg, count } = this.stores[side];
    drawStore(svg, n, side === 'S' ? 31 : 46, narrow.matches ? 'wide' : 'tall');
    count.textContent = this.scored ? n : '–';
    box.setAttribute('aria-label', this.scored ? `${sideName(side)}'s store: ${seedsWord(n)}` : `${sideName(side)}'s store does not count`);
  }

  redrawStores() {
    for (const side of ['S', 'N']) this.setStore(side, this.held[side]);
  }

  // allow says which pits may be played, and marks the side to move.
  allow(letters, turn) {
    for (const pit of PITS) {
      const { box } = this.pits[pit];
      const can = letters.includes(pit);
      box.classList.toggle('can', can);
      box.classList.toggle('own', sideOf(pit) === turn);
      box.setAttribute('aria-disabled', String(!can));
    }
    for (const side of ['S', 'N']) this.stores[side].box.classList.toggle('moves', side === turn);
    const at = PITS.find((p) => this.pits[p].box.tabIndex === 0);
    if (!at || (letters.length && !letters.includes(at) && document.activeElement !== this.pits[at].box)) this.rove(letters[0] ?? at ?? 'A');
  }

  // describe names every pit for those who hear the page; say(pit) may add words.
  describe(say) {
    for (const pit of PITS) {
      const more = say(pit);
      this.pits[pit].box.setAttribute('aria-label', `${pit}, ${sideName(sideOf(pit))}, ${seedsWord(this.counts[pit])}${more ? `, ${more}` : ''}`);
    }
  }

  // badges shows a badge under every pit that has one: {kind, outcome, text, word, best}.
  badges(of) {
    for (const pit of PITS) {
      const b = of[pit];
      const { badge, box } = this.pits[pit];
      box.classList.toggle('best', Boolean(b?.best));
      badge.className = b ? `badge ${b.kind} ${b.outcome ?? ''} ${b.text.length > 5 ? 'long' : ''}` : 'badge';
      badge.replaceChildren(...(b ? [h('span', { class: 'badge-value' }, b.best ? h('span', { class: 'star' }, '★') : '', b.text), h('span', { class: 'badge-word' }, b.word)] : []));
    }
  }

  // marks shows the last move: where it began and ended, and what it took.
  marks({ from, to, taken = [] } = {}) {
    for (const pit of PITS) {
      const { box, mark } = this.pits[pit];
      const took = taken.find((t) => t.pit === pit);
      box.classList.toggle('from', pit === from);
      box.classList.toggle('to', pit === to);
      box.classList.toggle('took', Boolean(took));
      mark.textContent = took ? `−${took.seeds}` : '';
    }
  }

  hint(pit) {
    for (const p of PITS) this.pits[p].box.classList.toggle('hinted', p === pit);
    if (pit) this.focus(pit);
  }

  rove(pit) {
    for (const p of PITS) this.pits[p].box.tabIndex = p === pit ? 0 : -1;
  }

  focus(pit) {
    this.rove(pit);
    this.pits[pit].box.focus({ preventScroll: true });
  }

  arrow(e) {
    const pit = document.activeElement?.dataset?.pit;
    if (!pit || e.altKey || e.ctrlKey || e.metaKey) return;
    const rows = this.rows;
    const row = rows[0].includes(pit) ? 0 : 1;
    const column = rows[row].indexOf(pit);
    const to = {
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [0, column], ArrowDown: [1, column],
      Home: [row, 0], End: [row, 5],
    }[e.key];
    if (!to) return;
    e.preventDefault();
    this.focus(rows[to[0]][Math.max(0, Math.min(5, to[1]))]);
  }
}
