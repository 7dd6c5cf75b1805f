// JSON with colors, as text nodes and spans. The tokens of JSON need no parser.
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Characters above which colors would take too long. */
const LONGEST = 200_000;

/** Characters of a line that holds a whole object or list. */
const WIDTH = 64;

/** JSON with each list or object on one line if it fits. */
export function shortJson(value, indent = '') {
  const whole = JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, ' ') ?? 'null';
  if (typeof value !== 'object' || value === null || whole.length + indent.length <= WIDTH) return whole;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => shortJson(item, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${shortJson(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`;
}

/** Shows a text of JSON in an element. */
export function showJson(element, text) {
  if (text.length > LONGEST) {
    element.textContent = text;
    return;
  }
  const parts = [];
  let position = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    const part = document.createElement('span');
    part.className = colon ? 'json-key' : 'json-value';
    part.textContent = colon ? string : token;
    parts.push(text.slice(position, match.index), part, colon ?? '');
    position = match.index + token.length;
  }
  element.replaceChildren(...parts, text.slice(position));
}
