// Reads the selections of a document that may be incomplete: the selection set at the cursor, and the fields selected there.
import { Lexer, Source, TokenKind } from 'graphql';

/**
 * A selection set.
 * @typedef {object} SelectionSet
 * @property {number} from after its opening brace
 * @property {number} to before its closing brace, or the end of the text
 * @property {SelectionSet | null} parent
 * @property {{ operation: string } | { type: string } | { field: string }} of what it selects from
 * @property {Item[]} items its fields
 * @property {SelectionSet[]} sets the sets in it
 */

/**
 * A field in a selection set.
 * @typedef {object} Item
 * @property {string} name
 * @property {number} from
 * @property {number} to
 * @property {number} end of its name
 * @property {{ from: number, to: number } | null} parentheses what is inside of them
 * @property {Named[]} given its arguments
 * @property {SelectionSet | null} set
 */

/**
 * An argument of a field, or a declared variable.
 * @typedef {object} Named
 * @property {string} name
 * @property {number} from
 * @property {number} to the end of its value, or of its type and default
 * @property {string | null} variable the name of the variable that is the value
 */

const ROOTS = ['query', 'mutation', 'subscription'];

/** The operations and fragments of a document, each with its selection set. */
export function outlineOf(text) {
  return new Outline(tokensOf(text), text.length).definitions();
}

function tokensOf(text) {
  const lexer = new Lexer(new Source(text));
  const tokens = [];
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance())
      tokens.push(token);
  } catch {
    // The rest cannot be read, such as an open string.
  }
  return tokens;
}

/** The names followed by a colon, outside of brackets. */
function namedIn(tokens) {
  const named = [];
  let depth = 0;
  for (const [index, { kind, value, start, end }] of tokens.entries()) {
    if (/^[[{]$/.test(kind)) depth += 1;
    if (/^[\]}]$/.test(kind)) depth -= 1;
    const isVariable = tokens[index - 1]?.kind === TokenKind.DOLLAR;
    const isDeclared = kind === TokenKind.DOLLAR && tokens[index + 2]?.kind === TokenKind.COLON;
    if (depth === 0 && kind === TokenKind.NAME && tokens[index + 1]?.kind === TokenKind.COLON)
      named.push({
        name: value,
        from: isVariable ? tokens[index - 1].start : start,
        to: end,
        variable: null,
      });
    else if (named.length > 0 && !isDeclared) {
      named.at(-1).to = end;
      if (isVariable) named.at(-1).variable = value;
    }
  }
  return named;
}

class Outline {
  #tokens;
  #end;
  #position = 0;

  constructor(tokens, end) {
    this.#tokens = tokens;
    this.#end = end;
  }

  get #token() {
    return this.#tokens[this.#position];
  }

  #take(kind) {
    if (this.#token?.kind !== kind) return null;
    this.#position += 1;
    return this.#tokens[this.#position - 1];
  }

  definitions() {
    const definitions = [];
    while (this.#token) {
      const start = this.#token;
      if (start.kind === TokenKind.NAME && ROOTS.includes(start.value)) {
        this.#position += 1;
        const name = this.#take(TokenKind.NAME);
        const { parentheses, named: declared } = this.#parentheses();
        this.#skipDirectives();
        definitions.push({
          kind: start.value,
          name: name?.value ?? null,
          from: start.start,
          /** The place of variable declarations: in existing parentheses, or in new ones at the end of the name. */
          variables: { parentheses, end: name?.end ?? start.end, declared },
          set: this.#set({ operation: start.value }, null),
        });
      } else if (start.value === 'fragment') {
        this.#position += 1;
        const name = this.#take(TokenKind.NAME);
        if (this.#token?.value === 'on') this.#position += 1;
        const type = this.#take(TokenKind.NAME);
        this.#skipDirectives();
        definitions.push({
          kind: 'fragment',
          name: name?.value ?? null,
          from: start.start,
          variables: null,
          set: this.#set({ type: type?.value ?? '' }, null),
        });
      } else if (start.kind === TokenKind.BRACE_L) {
        definitions.push({
          kind: 'query',
          name: null,
          from: start.start,
          variables: null,
          set: this.#set({ operation: 'query' }, null),
        });
      } else this.#position += 1;
    }
    return definitions;
  }

  #set(of, parent) {
    const brace = this.#take(TokenKind.BRACE_L);
    if (!brace) return null;
    const set = { from: brace.end, to: this.#end, parent, of, items: [], sets: [] };
    parent?.sets.push(set);
    while (this.#token) {
      const close = this.#take(TokenKind.BRACE_R);
      if (close) {
        set.to = close.start;
        break;
      }
      const name = this.#take(TokenKind.NAME);
      if (name) this.#field(name, set);
      else if (this.#take(TokenKind.SPREAD)) this.#spread(set);
      else this.#position += 1;
    }
    return set;
  }

  #field(first, parent) {
    const aliased = this.#take(TokenKind.COLON) ? this.#take(TokenKind.NAME) : null;
    const { value: name, end } = aliased ?? first;
    const { parentheses, named: given } = this.#parentheses();
    this.#skipDirectives();
    const item = { name, from: first.start, to: 0, end, parentheses, given, set: null };
    parent.items.push(item);
    item.set = this.#set({ field: name }, parent);
    item.to = this.#tokens[this.#position - 1].end;
  }

  /** The fields of an inline fragment count as those of the enclosing set, unless it names another type. */
  #spread(parent) {
    const isInline = this.#token?.value === 'on';
    if (isInline) this.#position += 1;
    const name = this.#take(TokenKind.NAME);
    this.#skipDirectives();
    if (!name || isInline) this.#set(isInline ? { type: name?.value ?? '' } : parent.of, parent);
  }

  /** @returns the content of parentheses, and the names with values or types in it; null if there are none */
  #parentheses() {
    const open = this.#take(TokenKind.PAREN_L);
    if (!open) return { parentheses: null, named: [] };
    const first = this.#position;
    const parentheses = { from: open.end, to: this.#end };
    for (let depth = 1; this.#token && depth > 0; this.#position += 1) {
      const { kind, start } = this.#token;
      if (kind === TokenKind.PAREN_L) depth += 1;
      if (kind === TokenKind.PAREN_R) depth -= 1;
      if (depth === 0) parentheses.to = start;
    }
    const inside = this.#tokens.slice(first, this.#position).filter(({ end }) => end <= parentheses.to);
    return { parentheses, named: namedIn(inside) };
  }

  #skipDirectives() {
    while (this.#take(TokenKind.AT)) {
      this.#take(TokenKind.NAME);
      this.#parentheses();
    }
  }
}
