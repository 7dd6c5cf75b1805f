/** A subscription that resumes: its variable is the cursor to continue after. */
export interface ResumableDocument {
  query: string;
  variable: string;
}

/** Names of the argument that takes a cursor, and of the field that has it. */
export interface CursorNames {
  after: string;
  cursor: string;
}

/**
 * Completes a subscription with what it needs to resume: a variable for `after`, and `cursor` in the selection of its root
 * field. The text of a subscription that has both is unchanged.
 * @returns null for queries and mutations, and the reason for a subscription that cannot be completed.
 */
export function resumableDocument(
  document: string,
  operationName: string | null | undefined,
  names: CursorNames,
): ResumableDocument | string | null {
  const tokens = [...document.matchAll(TOKEN)]
    .map(({ 0: text, index }) => ({ text, end: index + text.length }))
    .filter(({ text }) => !IGNORED.test(text));
  const start = startOf(tokens, operationName);
  if (start === null) return null;

  const insertions: { at: number; text: string }[] = [];
  /** The index of the bracket that closes the one at this index. */
  const closing = (open: number): number => {
    let depth = 0;
    for (let index = open; index < tokens.length; index += 1) {
      const { text = '' } = tokens[index] ?? {};
      if (/^[({[]$/.test(text)) depth += 1;
      else if (/^[)}\]]$/.test(text)) depth -= 1;
      if (depth === 0) return index;
    }
    return tokens.length - 1;
  };
  const textAt = (index: number): string => tokens[index]?.text ?? '';
  const insertAfter = (index: number, text: string): void => {
    insertions.push({ at: tokens[index]?.end ?? 0, text });
  };
  /** Skips directives. */
  const afterDirectives = (from: number): number => {
    let index = from;
    while (textAt(index) === '@') index = textAt(index + 2) === '(' ? closing(index + 2) + 1 : index + 2;
    return index;
  };

  const named = NAME.test(textAt(start + 1)) ? start + 1 : start;
  const variables = textAt(named + 1) === '(' ? { open: named + 1, close: closing(named + 1) } : null;
  const selection = afterDirectives((variables?.close ?? named) + 1);
  const aliased = textAt(selection + 2) === ':' ? selection + 3 : selection + 1;
  if (textAt(selection) !== '{' || !NAME.test(textAt(aliased))) return 'select its root field directly.';

  const given = textAt(aliased + 1) === '(' ? { open: aliased + 1, close: closing(aliased + 1) } : null;
  const after = given ? argumentIn(tokens, given, names.after) : null;
  const isDeclared = (name: string): boolean =>
    variables !== null &&
    tokens
      .slice(variables.open, variables.close)
      .some(({ text }, index) => text === '$' && textAt(variables.open + index + 1) === name);
  if (after !== null && textAt(after) !== '$') return `pass a variable as \`${names.after}\`.`;
  const variable = after === null ? names.after : textAt(after + 1);
  if (!isDeclared(variable)) {
    const declaration = `$${variable}: String`;
    if (variables) insertAfter(variables.open, `${declaration}, `);
    else insertAfter(named, `(${declaration})`);
  }
  if (after === null) {
    if (given) insertAfter(given.open, `${names.after}: $${variable}, `);
    else insertAfter(aliased, `(${names.after}: $${variable})`);
  }

  const fields = afterDirectives((given?.close ?? aliased) + 1);
  if (textAt(fields) !== '{') return `select \`${names.cursor}\` in its root field.`;
  let selectsCursor = false;
  for (let index = fields + 1; index < closing(fields); index += 1) {
    if (textAt(index) === names.cursor && ![':', '...', 'on', '@'].includes(textAt(index - 1)))
      selectsCursor = true;
    if (/^[({[]$/.test(textAt(index))) index = closing(index);
  }
  if (!selectsCursor) insertAfter(fields, ` ${names.cursor}`);

  const query = insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at), document);
  return { query, variable };
}

type Token = Readonly<{ text: string; end: number }>;

const TOKEN =
  /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#.*|\.\.\.|[_A-Za-z]\w*|[-\d.]\S*|[\s,\uFEFF]+|./g;
const IGNORED = /^(?:#|[\s,\uFEFF])/;
const NAME = /^[_A-Za-z]/;

/** The index of the keyword of the subscription that is run. Null: something else is. */
function startOf(tokens: readonly Token[], operationName: string | null | undefined): number | null {
  let depth = 0;
  let found: number | null = null;
  for (const [index, { text }] of tokens.entries()) {
    const before = tokens[index - 1]?.text;
    const startsDefinition = depth === 0 && (index === 0 || before === '}');
    if (startsDefinition && text === 'subscription') {
      if (!operationName || tokens[index + 1]?.text === operationName) found ??= index;
    }
    if (/^[({[]$/.test(text)) depth += 1;
    else if (/^[)}\]]$/.test(text)) depth -= 1;
  }
  return found;
}

/** The index of an argument's value. */
function argumentIn(
  tokens: readonly Token[],
  { open, close }: { open: number; close: number },
  name: string,
): number | null {
  let depth = 0;
  for (let index = open; index < close; index += 1) {
    const { text = '' } = tokens[index] ?? {};
    if (/^[({[]$/.test(text)) depth += 1;
    else if (/^[)}\]]$/.test(text)) depth -= 1;
    else if (depth === 1 && text === name && tokens[index + 1]?.text === ':') return index + 2;
  }
  return null;
}
