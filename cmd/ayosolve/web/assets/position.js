// Positions in notation, and the words for what is in them.

export const SOUTH = ['A', 'B', 'C', 'D', 'E', 'F'];
export const NORTH = ['a', 'b', 'c', 'd', 'e', 'f'];
export const PITS = [...SOUTH, ...NORTH]; // in the order of sowing

export const START = '4-4-4-4-4-4-4-4-4-4-4-4-0-0-S';

export const sideName = (side) => (side === 'S' ? 'South' : 'North');
export const other = (side) => (side === 'S' ? 'N' : 'S');
export const sideOf = (pit) => (pit < 'a' ? 'S' : 'N');

// parse reads a position that the server has written: {seeds, stores, turn}, seeds by
// letter, stores by side, null where they do not matter.
export function parse(text) {
  const fields = text.split('-');
  const turn = fields.pop();
  const numbers = fields.map(Number);
  const seeds = Object.fromEntries(PITS.map((pit, i) => [pit, numbers[i]]));
  const stores = numbers.length > 12 ? { S: numbers[12], N: numbers[13] } : null;
  return { seeds, stores, turn };
}

// format writes a position.
export function format({ seeds, stores, turn }) {
  const held = stores ? [stores.S, stores.N] : [];
  return [...PITS.map((pit) => seeds[pit]), ...held, turn].join('-');
}

export const total = (seeds) => PITS.reduce((sum, pit) => sum + seeds[pit], 0);

export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

export const seedsWord = (n) => (n === 1 ? '1 seed' : `${n} seeds`);

// grouped writes a number with its digits in threes.
export const grouped = (n) => n.toLocaleString('en');
