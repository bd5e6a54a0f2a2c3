// The dialogs: rules and a new game, sharing and loading, settings, help.

import { $, h, icon, put, toast } from './dom.js';
import { games, options, optionsOf, repetitions } from './rules.js';
import { keep, settings } from './settings.js';

// open shows a dialog; make(close) returns what is in it.
function open(title, make) {
  const dialog = $('dialog');
  const close = () => dialog.close();
  put(dialog, h('div', { class: 'dialog-head' }, h('h2', { id: 'dialog-title' }, title),
    h('button', { type: 'button', class: 'icon', 'aria-label': 'Close', onclick: close }, icon('close'))), h('div', { class: 'dialog-body' }, make(close)));
  dialog.onclick = (e) => {
    if (e.target === dialog) close();
  };
  dialog.showModal();
}

const select = (name, words, chosen) => h('select', { name, id: `choose-${name}` },
  Object.entries(words).map(([value, label]) => h('option', { value, selected: value === chosen }, label)));

const field = (label, control) => h('label', { class: 'field' }, h('span', {}, label), control);

const radios = (name, words, chosen) => h('div', { class: 'radios' }, Object.entries(words).map(([value, label]) => h('label', {},
  h('input', { type: 'radio', name, value, checked: value === chosen }), h('span', {}, label))));

// openRules asks for rules, an opponent and whether the game begins anew. on.begin(arguments,
// opponent) and on.change(arguments, opponent) get the answer.
export function openRules(rules, opponent, on) {
  open('Rules and opponent', (close) => {
    const chosen = optionsOf(rules.rules);
    const controls = Object.entries(options).map(([name, o]) => [name, o, select(name, o.words, chosen[name])]);
    const fields = controls.map(([, o, control]) => [o.game, field(o.label, control)]);
    const repetition = select('repetition', repetitions, rules.repetition);
    const side = select('side', { '': 'nobody, I move both', S: 'the computer as South', N: 'the computer as North' }, opponent.side);
    const levels = Object.fromEntries([...Array(10).keys()].map((i) => [String(i + 1), `level ${i + 1}`]));
    const level = select('level', { ...levels, perfect: 'perfect play' }, opponent.level);
    const hide = h('input', { type: 'checkbox', checked: settings.values, id: 'choose-hide' });
    const against = [field('Strength', level), h('label', { class: 'switch' }, hide, h('span', {}, 'Hide the values'))];
    const form = h('form', { method: 'dialog' },
      h('fieldset', {}, h('legend', {}, 'Game'), radios('game', games, chosen.game)),
      fields.map(([, f]) => f),
      field('Play that never ends', repetition),
      field('Play against', side), against,
      h('div', { class: 'dialog-buttons' },
        h('button', { type: 'submit', class: 'primary', value: 'new' }, 'New game'),
        h('button', { type: 'submit', value: 'change' }, 'Go on from this position')));
    const game = () => form.elements.game.value;
    const show = () => {
      for (const [of, f] of fields) f.hidden = of !== game();
      for (const a of against) a.hidden = side.value === '';
    };
    form.onchange = show;
    form.onsubmit = (e) => {
      e.preventDefault();
      const own = controls.filter(([, o]) => o.game === game()).map(([name, , control]) => [name, control.value]);
      const args = { rules: game(), repetition: repetition.value, ...Object.fromEntries(own) };
      close();
      on[e.submitter?.value === 'change' ? 'change' : 'begin'](args, { side: side.value, level: level.value, hide: side.value !== '' && hide.checked });
    };
    show();
    return form;
  });
}

// copy puts text on the clipboard, also where the browser keeps the usual way for pages
// that come encrypted.
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field.focus();
    field.select();
    if (!document.execCommand('copy')) {
      toast('The browser does not let the page copy; the text is selected.');
      return;
    }
  }
  toast('Copied.');
}

// openShare shows the link, the position and the record, and takes a record. get.record()
// returns a promise of it; load(text) may throw what is wrong.
export function openShare({ link, position, record }, load) {
  open('Share and load', (close) => {
    const row = (label, value, id) => {
      const text = h('input', { type: 'text', readonly: true, value, id });
      return h('div', { class: 'copy-row' }, field(label, text), h('button', { type: 'button', 'aria-label': `Copy ${label.toLowerCase()}`, onclick: () => copy(text.value, text) }, 'Copy'));
    };
    const ogn = h('textarea', { id: 'share-ogn', rows: '7', readonly: true, 'aria-label': 'Game record in OGN' });
    record().then((text) => { ogn.value = text; }, (e) => { ogn.value = e.message; });
    const pasted = h('textarea', { id: 'load-ogn', rows: '4', spellcheck: 'false', placeholder: '[Variant "Ayoayo"]\n1. C a 2. D d *' });
    const problem = h('p', { class: 'problem', role: 'alert' });
    const take = async (text) => {
      try {
        await load(text);
        close();
      } catch (e) {
        problem.textContent = e.message;
      }
    };
    const file = h('input', { type: 'file', id: 'load-file', accept: '.ogn,.txt,text/plain', onchange: async () => { if (file.files[0]) take(await file.files[0].text()); } });
    return [
      row('Link to this game', link, 'share-link'), row('Position', position, 'share-position'),
      h('div', { class: 'copy-row' }, field('Game record (OGN)', ogn),
        h('div', { class: 'stack' }, h('button', { type: 'button', 'aria-label': 'Copy game record', onclick: () => copy(ogn.value, ogn) }, 'Copy'),
          h('button', { type: 'button', onclick: () => save(ogn.value) }, 'Save'))),
      h('h3', {}, 'Load a game record'),
      field('Paste it here, choose a file, or drop one on the page', pasted), problem,
      h('div', { class: 'dialog-buttons' }, h('button', { type: 'button', class: 'primary', id: 'load-button', onclick: () => take(pasted.value) }, 'Load'), h('label', { class: 'file' }, h('span', {}, 'File'), file)),
    ];
  });
}

// save offers text as a file.
function save(text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: url, download: 'game.ogn' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// openSettings changes the settings; changed() is called after each change.
export function openSettings(changed) {
  open('Settings', () => {
    const form = h('form', {},
      h('fieldset', {}, h('legend', {}, 'Board'), radios('theme', { wood: 'Wood', plain: 'Plain' }, settings.theme)),
      h('fieldset', {}, h('legend', {}, 'Colours'), radios('light', { auto: 'As the system', light: 'Light', dark: 'Dark' }, settings.light)),
      h('fieldset', {}, h('legend', {}, 'Sowing'), radios('speed', { slow: 'Slow', normal: 'Normal', fast: 'Fast', off: 'At once' }, settings.speed)),
      field('Analyse a position for up to', select('time', { '': 'the usual time', '3s': '3 seconds', '10s': '10 seconds', '1m': 'a minute', '10m': '10 minutes' }, settings.time)),
      h('label', { class: 'switch' }, h('input', { type: 'checkbox', name: 'keys', role: 'switch', checked: settings.keys }), h('span', {}, 'Letter keys play and command')));
    form.onchange = () => {
      const of = form.elements;
      keep({ theme: of.theme.value, light: of.light.value, speed: of.speed.value, time: of.time.value, keys: of.keys.checked });
      changed();
    };
    return form;
  });
}

const keys = [
  ['A – F', 'play that pit of the side to move'], ['← → ↑ ↓', 'go from pit to pit'], ['Enter', 'play the pit you are at'],
  ['U, R', 'undo, redo'], ['H', 'hint'], ['T', 'turn the board round'], ['V', 'show or hide the values'], ['P', 'set up a position'], ['N', 'new game'], ['Esc', 'skip the sowing'],
];

export function openHelp() {
  open('Help', () => [
    h('p', {}, 'Choose a pit to sow it. Under every pit of the side to move stands what playing it is worth: the seeds that side gains from there on, less those the other gains, if both play best to the end.'),
    h('ul', { class: 'legend tall' },
      h('li', {}, h('span', { class: 'badge exact win' }, h('span', { class: 'badge-value' }, '+3'), ' ', h('span', { class: 'badge-word' }, '▲ win')), ' exact: proven to the last seed'),
      h('li', {}, h('span', { class: 'badge bounds' }, h('span', { class: 'badge-value' }, '−2…+4'), ' ', h('span', { class: 'badge-word' }, 'bounds')), ' proven to lie between the two'),
      h('li', {}, h('span', { class: 'badge estimate' }, h('span', { class: 'badge-value' }, '~+1'), ' ', h('span', { class: 'badge-word' }, 'estimate')), ' a guess by looking ahead; nothing is proven')),
    h('h3', {}, 'Keys'),
    h('dl', { class: 'keys' }, keys.map(([key, what]) => h('div', {}, h('dt', {}, key), h('dd', {}, what)))),
  ]);
}
