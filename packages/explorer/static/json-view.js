// JSON with colors, as text nodes and spans. The tokens of JSON need no parser.
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Characters above which colors would take too long. */
const LONGEST = 200_000;

export function showJson(element, value) {
  const text = JSON.stringify(value, null, 2);
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
