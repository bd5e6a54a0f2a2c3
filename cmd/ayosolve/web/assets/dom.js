// Small helpers to make and find elements. Text never becomes markup.

const SVG = 'http://www.w3.org/2000/svg';

export const $ = (id) => document.getElementById(id);

const fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
};

// h makes an element: h('p', {class: 'x', onclick}, 'text', child…).
export const h = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

// s makes an element of SVG.
export const s = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

export const icon = (name) => s('svg', { 'aria-hidden': 'true' }, s('use', { href: `#i-${name}` }));

// put replaces what is in an element, keeping the focus on what had it by its key.
export function put(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

let clearing;

// announce says something to those who listen to the page; moves and values have a place
// each, so that neither is lost to the other.
export function announce(text, place = 'live') {
  $(place).textContent = text;
}

// toast shows a message for a while.
export function toast(text) {
  const box = $('toast');
  box.textContent = text;
  box.hidden = false;
  clearTimeout(clearing);
  clearing = setTimeout(() => { box.hidden = true; }, 6000);
}
