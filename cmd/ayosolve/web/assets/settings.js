// What the user has chosen about the page, kept by the browser.

const key = 'ayosolve';
const defaults = { theme: 'wood', light: 'auto', speed: 'normal', values: true, keys: true, flipped: false, time: '' };

const load = () => {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    return { ...defaults }; // nothing can be kept, or what was kept is broken
  }
};

export const settings = load();

// keep changes settings, and applies those that are about looks.
export function keep(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch { /* they are for this visit, then */ }
  apply();
}

export function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  if (settings.light === 'auto') delete root.dataset.light;
  else root.dataset.light = settings.light;
}
