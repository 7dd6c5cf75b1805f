import { isRecord, parseJson } from '../conformance/json.ts';
import { isNameOfId } from '../contract/ids.ts';
import { nameOf, type RouteId, routeNamed } from '../contract/routes.ts';
import { BUCKETS } from '../contract/sections/app-data.ts';
import type { Reply } from './exchange.ts';

/** A format of the responses whose shape the contract does not show. */
interface Form {
  /** Wraps a whole response. */
  wrapped(value: unknown): unknown;
  /** Whether a bare list is under its noun, and IDs and times are numbers. */
  isNumeric: boolean;
}

const bare = (value: unknown): unknown => value;
const underData = (data: unknown): unknown => ({ data });
const underResult = (result: unknown): unknown => ({ success: true, result });

const FORMS = {
  plain: { wrapped: bare, isNumeric: false },
  data: { wrapped: underData, isNumeric: false },
  result: { wrapped: underResult, isNumeric: false },
  numeric: { wrapped: bare, isNumeric: true },
  all: { wrapped: (value) => underResult(underData(value)), isNumeric: true },
} satisfies Readonly<Record<string, Form>>;

/**
 * The format of successful responses. `plain`: as the contract shows them, or without a wrapper. `data`: under `data`. `result`:
 * under `result`, beside `success`. `numeric`: bare lists under their noun, IDs as numbers, times in milliseconds since 1970.
 * `all`: all of these.
 */
export type DialectName = keyof typeof FORMS;

export const DIALECTS = Object.keys(FORMS) as DialectName[];

/** IDs that the platform numbers: ten digits, which no time and no score of the seed data has. */
const FIRST_NUMBER = 9_000_000_001;
const NUMBERED = /(?<!\d)90\d{8}(?!\d)/g;

/** IDs that callers choose. */
const OWN_IDS: ReadonlySet<string> = new Set(['clientId', 'providerId']);

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The dialect of one platform: it formats responses, and resolves the IDs that it has sent. */
export class Dialect {
  readonly #form: Form;
  readonly #numbers = new Map<string, number>();
  readonly #ids = new Map<string, string>();

  constructor(name: DialectName) {
    this.#form = FORMS[name];
  }

  /** An ID as this platform sends it. */
  idOf(id: string): string {
    return this.#form.isNumeric ? String(this.#numberOf(id)) : id;
  }

  /** A query, a body or a response with the platform's own IDs in place of the numbers that were sent for them. */
  understood(text: string): string {
    return text.replace(NUMBERED, (number) => this.#ids.get(number) ?? number);
  }

  /**
   * A response in this dialect. Errors and pages are the same in all dialects, and so is an app's stored data: a wrapper could
   * not be distinguished from the app's own members.
   */
  spoken(request: { method: string; path: string }, reply: Reply): Reply {
    const route = routeNamed(nameOf(request));
    const isExempt = route?.id === 'readBucket' || route?.response.kind === 'page';
    if (!route || reply.status >= 300 || isExempt || this.#form === FORMS.plain) return reply;
    const { body } = reply;
    const parsed = route.response.kind === 'base64' ? null : parseJson(body);
    const wrapped = this.#form.wrapped(parsed ? this.#answer(route.id, parsed.json) : body);
    // A picture without a wrapper stays text.
    if (wrapped === body) return reply;
    const headers = { ...reply.headers, 'content-type': 'application/json' };
    return { ...reply, headers, body: JSON.stringify(wrapped) };
  }

  /** The body of a call in this dialect. */
  written(body: unknown): unknown {
    return this.#form.isNumeric ? this.#numeric(body, OWN_IDS) : body;
  }

  #answer(route: RouteId, json: unknown): unknown {
    if (!this.#form.isNumeric) return json;
    const value = this.#numeric(json, Object.hasOwn(BUCKETS.routes, route) ? BUCKET_MEMBERS : OWN_IDS);
    return Array.isArray(value) ? { [nounOf(route, value)]: value } : value;
  }

  /** @param exempt members that are not converted, with their contents. */
  #numeric(json: unknown, exempt: ReadonlySet<string>): unknown {
    if (Array.isArray(json)) return json.map((item) => this.#numeric(item, exempt));
    if (!isRecord(json)) return typeof json === 'string' && TIME.test(json) ? Date.parse(json) : json;
    return Object.fromEntries(
      Object.entries(json).map(([name, value]) => {
        if (exempt.has(name)) return [name, value];
        return [name, (isNameOfId(name) ? this.#numbered(value) : null) ?? this.#numeric(value, exempt)];
      }),
    );
  }

  /** The numbers of one ID or of several. Null: it is neither. */
  #numbered(value: unknown): unknown {
    if (typeof value === 'string') return this.#numberOf(value);
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    return isList ? value.map((id) => this.#numberOf(id)) : null;
  }

  #numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = FIRST_NUMBER + this.#numbers.size;
    this.#numbers.set(id, number);
    this.#ids.set(String(number), id);
    return number;
  }
}

/** An app chooses the IDs and the contents of its buckets. */
const BUCKET_MEMBERS: ReadonlySet<string> = new Set([...OWN_IDS, 'id', 'data']);

/**
 * The noun of a list, as in `assertions` for `listBadgeAssertions`; the whole name if the rows have a member of that name, as
 * in `otherSkills`.
 */
function nounOf(route: RouteId, rows: readonly unknown[]): string {
  const name = route.replace(/^list/, '');
  const noun = (name.match(/[A-Z][a-z]+$/)?.[0] ?? name).toLowerCase();
  const isMember = rows.some((row) => isRecord(row) && Object.hasOwn(row, noun));
  return isMember ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : noun;
}
