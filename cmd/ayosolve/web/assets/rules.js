// The rules and their options, by the names that the command line and the API have.

export const games = { ayoayo: 'Ayoayo', oware: 'Oware', awari: 'Awari' };

export const options = {
  'capturing-seed': { game: 'ayoayo', label: 'The capturing seed', words: { taken: 'is taken with the capture', left: 'stays on the board' } },
  remainder: { game: 'ayoayo', label: 'Seeds left at the end', words: { opponent: 'go to the opponent of who cannot move', owner: 'go to the owner of the row' } },
  'grand-slam': {
    game: 'oware', label: 'A capture of all the opponent’s seeds',
    words: { nocapture: 'is played, and takes nothing', illegal: 'is not allowed', capture: 'is a capture like any other', 'leave-last': 'leaves the last pit caught', 'leave-first': 'leaves the pit of the last seed' },
  },
};

export const repetitions = { split: 'shares the seeds equally', owner: 'gives each side its own row' };

const ayoayo = { '': {}, owner: { remainder: 'owner' }, left: { 'capturing-seed': 'left' }, pratt: { 'capturing-seed': 'left', remainder: 'owner' } };

// optionsOf returns the game and the options that a preset stands for.
export function optionsOf(preset) {
  const [game, ...rest] = preset.split('-');
  const variant = rest.join('-');
  const defaults = { 'capturing-seed': 'taken', remainder: 'opponent', 'grand-slam': 'nocapture' };
  if (game === 'ayoayo') return { game, ...defaults, ...ayoayo[variant] };
  return { game, ...defaults, 'grand-slam': variant || 'nocapture' };
}

// title names rules for people.
export function title(preset, repetition) {
  const [game, ...rest] = preset.split('-');
  return [games[game] ?? preset, rest.join(' '), repetition === 'owner' ? 'repeats to owner' : ''].filter(Boolean).join(' · ');
}
