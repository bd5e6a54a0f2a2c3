// What is known of a value, in words and signs. Exact values, bounds and estimates never
// look or read alike.

import { other, sideName, signed } from './position.js';

export const signs = { win: '▲', draw: '=', loss: '▼' };

// short is a value in little room: +3, −2…+4 or ~+1.
export function short(v) {
  if (v.status === 'exact') return signed(v.value);
  if (v.status === 'estimate') return `~${signed(v.value)}`;
  return `${signed(v.lower)}…${signed(v.upper)}`;
}

// kindWord is what stands under a value: its outcome if that is certain, else what it is.
export function kindWord(v) {
  if (v.outcome) return `${signs[v.outcome]} ${v.outcome}`;
  return v.status === 'estimate' ? 'estimate' : 'bounds';
}

// spoken is a value for those who hear it.
export function spoken(v) {
  const outcome = v.outcome ? `, ${v.outcome}` : '';
  if (v.status === 'exact') return `exact ${signed(v.value)}${outcome}`;
  if (v.status === 'estimate') return `estimate ${signed(v.value)}${outcome}`;
  return `between ${signed(v.lower)} and ${signed(v.upper)}${outcome}`;
}

// badge is a move's value for the board.
export const badge = (m, best) => ({ kind: m.status, outcome: m.outcome, text: short(m), word: kindWord(m), best });

// isBest reports whether a move is as good as any: proven, or if nothing is, so far.
export const isBest = (a, m) => (a.status === 'exact' ? m.lower === a.value : m.move === a.best);

export const score = (f) => `${f.south}–${f.north}`;

// outcomeName says who wins, of a value for a side.
export function outcomeName(outcome, turn) {
  if (outcome === 'draw') return 'A draw';
  return `${sideName(outcome === 'win' ? turn : other(turn))} wins`;
}

// verdict is a title and a sentence about a position's value.
export function verdict(a, { stores, turn }) {
  const mover = sideName(turn);
  const proven = `${mover} nets ${signed(a.lower)} to ${signed(a.upper)}`;
  switch (a.status) {
    case 'exact': {
      const rule = {
        true: 'It holds under any repetition rule.',
        false: `Under another repetition rule than ${a.repetition} it may differ.`,
      }[a.any_repetition] ?? '';
      const title = stores ? `${outcomeName(a.outcome, turn)} ${score(a.final)}` : `${signed(a.value)} for ${mover}`;
      const text = stores ? `Exact: ${signed(a.value)} for ${mover}, who moves.` : `Exact: of the ${a.seeds} seeds South gets ${a.final.south}, North ${a.final.north}.`;
      return { title, text: `${text} ${rule}`.trim() };
    }
    case 'estimate': {
      const title = a.outcome && stores ? `${outcomeName(a.outcome, turn)}` : `About ${signed(a.value)} for ${mover}`;
      return { title, text: `An estimate, not proven: ~${signed(a.value)}. Proven is: ${proven}.` };
    }
    default: {
      const title = a.outcome && stores ? outcomeName(a.outcome, turn) : proven;
      return { title, text: `Proven bounds: ${proven}.` };
    }
  }
}

// southMargin is what South is ahead by in the end, from an answer about a position:
// {status, value, lower, upper}, each where it is known.
export function southMargin(a, { stores, turn }) {
  const sign = turn === 'S' ? 1 : -1;
  const ahead = stores ? stores.S - stores.N : 0;
  const of = (v) => ahead + sign * v;
  const [lower, upper] = [of(a.lower), of(a.upper)].sort((x, y) => x - y);
  return { status: a.status, value: a.value === undefined ? undefined : of(a.value), lower, upper };
}
