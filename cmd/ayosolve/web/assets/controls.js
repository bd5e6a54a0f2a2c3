// The controls: buttons, keys, and files that are dropped.

import { openHelp, openRules, openSettings } from './dialogs.js';
import { $, toast } from './dom.js';
import { keep, settings } from './settings.js';
import { board, guardPresses, later, showValues, sower } from './show.js';
import { analyse, hint, review, stopSearch } from './searches.js';
import { position, state } from './state.js';

// wire connects the controls to the commands: play(pit), back, forward, toStart, toEnd, edit,
// share, promote, remove, begin and change(arguments, opponent), load(text), openLink.
export function wire(commands) {
  const on = (id, f) => $(id).addEventListener('click', f);
  const rules = () => openRules(state.args, state.opponent, commands);
  on('rules-button', rules);
  on('new-button', rules);
  on('edit-button', commands.edit);
  on('share-button', commands.share);
  on('settings-button', () => openSettings(() => showValues()));
  on('help-button', openHelp);
  on('undo', commands.back);
  on('redo', commands.forward);
  on('to-start', commands.toStart);
  on('to-end', commands.toEnd);
  on('hint', hint);
  on('turn', flip);
  on('skip-button', () => sower.skip());
  on('promote', commands.promote);
  on('remove', commands.remove);
  on('annotate', () => review());
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
  addEventListener('keydown', (e) => onKey(e, commands));
  guardPresses();
  addEventListener('hashchange', commands.openLink);
  addEventListener('pagehide', stopSearch);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && !state.choice) stopSearch(); // but a move that is awaited comes
    else if (!document.hidden && state.node?.game) analyse();
  });
  wireDrop(commands.load);
  new ResizeObserver(() => state.node?.game && later(showValues)).observe($('chart'));
}

function flip() {
  keep({ flipped: !settings.flipped });
  board.flip(settings.flipped);
}

const shortcuts = (commands) => ({
  u: commands.back, r: commands.forward, h: hint, t: flip, p: commands.edit, n: () => $('new-button').click(), v: () => $('values').click(),
});

function onKey(e, commands) {
  if (e.ctrlKey || e.metaKey || e.altKey || $('dialog').open || !state.node?.game) return;
  if (e.key === 'Escape' && sower.busy) return sower.skip();
  if (!settings.keys || !$('editor').hidden || e.target.matches('input:not([type=checkbox]), select, textarea')) return;
  const key = e.key.toLowerCase();
  if (/^[a-f]$/.test(key)) {
    const pit = position().turn === 'S' ? key.toUpperCase() : key;
    board.focus(pit);
    commands.play(pit);
  } else {
    const command = shortcuts(commands)[key];
    if (!command) return;
    command();
  }
  e.preventDefault();
}

// wireDrop takes a file that is dropped on the page.
function wireDrop(load) {
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
      if (file) await load(await file.text());
    } catch (wrong) {
      toast(wrong.message);
    }
  });
}
