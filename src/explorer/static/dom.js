/**
 * Creates an element.
 * @param properties attributes; `class` too. Functions are listeners, as in `{ click }`; null and false are left out
 */
export function element(name, properties = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') created.addEventListener(key, value);
    else created.setAttribute(key, value === true ? '' : String(value));
  }
  created.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return created;
}

/** Makes a list show these elements in this order, without touching those that stay: they keep the focus. */
export function arrange(list, elements) {
  const wanted = new Set(elements);
  for (const child of [...list.children]) if (!wanted.has(child)) child.remove();
  for (const [index, child] of elements.entries())
    if (list.children[index] !== child) list.insertBefore(child, list.children[index] ?? null);
}

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Offers a text as a file. */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
