/** Whether an argument is the attributes of an element, and not its first child. */
const isAttributes = (value) => value?.constructor === Object;

function create(name, ...parts) {
  const [attributes, children] = isAttributes(parts[0]) ? [parts[0], parts.slice(1)] : [{}, parts];
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') created.addEventListener(key, value);
    else created.setAttribute(key, value === true ? '' : String(value));
  }
  created.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return created;
}

/**
 * Creates elements by tag, as in `element.li({ class: 'entry', click: open }, 'Open')`. Attributes may be omitted; functions are
 * listeners. Attributes of null and false, and children of null, are left out.
 */
export const element = new Proxy({}, { get: (_, name) => create.bind(null, name) });

/** A text whose backticks enclose code. */
export const withCode = (text) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? element.code(part) : part));

/** Makes a list show these elements in this order, without touching those that stay: they keep the focus. */
export function arrange(list, elements) {
  const wanted = new Set(elements);
  for (const child of [...list.children]) if (!wanted.has(child)) child.remove();
  for (const [index, child] of elements.entries())
    if (list.children[index] !== child) list.insertBefore(child, list.children[index] ?? null);
}

const STOPS = 'button, a, input, summary';

/**
 * Replaces the content of an element. The focus in it moves to its successor: the same field, or else the element in its place.
 */
export function replaceKeepingFocus(container, children) {
  const { activeElement } = document;
  const index = [...container.querySelectorAll(STOPS)].indexOf(activeElement);
  const field = activeElement?.dataset.field;
  container.replaceChildren(...children);
  if (index === -1) return;
  const stops = [...container.querySelectorAll(STOPS)];
  const same = stops.find((stop) => field !== undefined && stop.dataset.field === field);
  const first = field === undefined ? undefined : stops.find((stop) => stop.dataset.field !== undefined);
  (same ?? first ?? stops[Math.min(index, stops.length - 1)])?.focus();
}

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Offers a text as a file. */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element.a({ href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
