// Reads the selections of a document that may be incomplete: what the cursor is in, and what is selected there.
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
 * @property {SelectionSet | null} set
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
        const variablesFrom = this.#token?.kind === TokenKind.PAREN_L ? this.#token.end : null;
        const variablesTo = this.#skipParentheses();
        this.#skipDirectives();
        definitions.push({
          kind: start.value,
          name: name?.value ?? null,
          from: start.start,
          /** Where variables are declared: in parentheses that exist, or in new ones. */
          variables: { from: variablesFrom, to: variablesTo ?? name?.end ?? start.end },
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
    const name = (aliased ?? first).value;
    this.#skipParentheses();
    this.#skipDirectives();
    const item = { name, from: first.start, to: 0, set: null };
    parent.items.push(item);
    item.set = this.#set({ field: name }, parent);
    item.to = this.#tokens[this.#position - 1].end;
  }

  /** The fields of an inline fragment count as those of what it is in, unless it names another type. */
  #spread(parent) {
    const isInline = this.#token?.value === 'on';
    if (isInline) this.#position += 1;
    const name = this.#take(TokenKind.NAME);
    this.#skipDirectives();
    if (!name || isInline) this.#set(isInline ? { type: name?.value ?? '' } : parent.of, parent);
  }

  /** @returns the end of its content, or null */
  #skipParentheses() {
    if (!this.#take(TokenKind.PAREN_L)) return null;
    let depth = 1;
    while (this.#token && depth > 0) {
      const { kind, start } = this.#token;
      this.#position += 1;
      if (kind === TokenKind.PAREN_L) depth += 1;
      if (kind === TokenKind.PAREN_R) depth -= 1;
      if (depth === 0) return start;
    }
    return this.#end;
  }

  #skipDirectives() {
    while (this.#take(TokenKind.AT)) {
      this.#take(TokenKind.NAME);
      this.#skipParentheses();
    }
  }
}
