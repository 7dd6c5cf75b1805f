import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { filled, placeholdersIn } from '../contract/examples.ts';
import { nameOf as nameOfRoute, ROUTES_BY_ID, type Route } from '../contract/routes.ts';
import type { Credential } from '../contract/vocabulary.ts';
import { CHECKS, type Check, effectOf, keyOf, nameOf, parametersOf, type Run } from './checks.ts';
import { type ExchangeLimits, exchange, type RequestOutcome } from './exchange.ts';
import { FACTS, type Fact, isFact, missingFact, type Shown } from './facts.ts';
import { affectedFields } from './fields.ts';
import { type FittingShape, fittingShape } from './fitting.ts';
import type { Gateway } from './gateway.ts';
import { parseJson } from './json.ts';
import { judge } from './judge.ts';
import type { Finding, Report, ReportedFinding, RouteReport } from './report.ts';
import { type Hosts, placesOf, requestTo } from './request.ts';
import { unwrapped } from './wrapper.ts';

/** Complete header values. Null: not given. */
type Credentials = Readonly<Record<keyof typeof CREDENTIALS, string | null>>;

export interface ConformanceOptions {
  hosts: Hosts;
  credentials: Credentials;
  /** Facts set by variables instead of discovered. */
  given: ReadonlyMap<Fact, string>;
  limits: ExchangeLimits;
  writes: Report['writes'];
  strict: boolean;
  /** Selects checks by name. */
  isSelected: (name: string) => boolean;
  gateway: Gateway;
  /** Called with each response, including those of requests that only discover facts. */
  onResponse?: (check: Check, outcome: RequestOutcome) => void;
  /** Called with each result as it arrives. */
  onResult?: (result: RouteReport) => void;
}

/** The writes that a run with these options sends, in order, if the facts they require are known. */
export const plannedWrites = (options: Pick<ConformanceOptions, 'writes' | 'isSelected'>): Check[] =>
  selected(options).filter((check) => effectOf(check) && isAllowed(check, options.writes));

/** Sends every selected request and compares its response with the contract. */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const trial = new Trial(options);
  const routes: RouteReport[] = [];
  for (const check of selected(options)) {
    const result = await trial.report(check);
    options.onResult?.(result);
    routes.push(result);
  }
  const count = (outcome: RouteReport['outcome']): number =>
    routes.filter((route) => route.outcome === outcome).length;
  return {
    conformance: 1,
    writes: options.writes,
    strict: options.strict,
    marker: options.writes === 'none' ? null : trial.marker,
    conforming: count('conforms'),
    differing: count('differs'),
    skipped: count('skipped'),
    routes,
    shapes: trial.shapes,
  };
}

/** The selected checks. A selected write includes the other writes of its group, which undo it. */
function selected({ isSelected, writes }: Pick<ConformanceOptions, 'isSelected' | 'writes'>): Check[] {
  const named = CHECKS.filter((check) => !check.isDiscovery && isSelected(nameOf(check)));
  const groups = new Set(
    named.filter((check) => isAllowed(check, writes)).flatMap((check) => effectOf(check)?.group ?? []),
  );
  return CHECKS.filter((check) => {
    const group = effectOf(check)?.group;
    return named.includes(check) || (group !== undefined && groups.has(group));
  });
}

/** Whether a check may be sent: reads always, writes that are undone with `undone`, all writes with `all`. */
function isAllowed(check: Check, writes: Report['writes']): boolean {
  const effect = effectOf(check);
  return !effect || writes === 'all' || (writes === 'undone' && effect.leaves === null);
}

/** Outcome of a check: why it was skipped, or the response. */
type Attempt = { reason: string } | { reason: null; outcome: RequestOutcome; places: string };

/** State of one run. Each check is sent once, however many others require it. */
class Trial implements Run {
  readonly marker = `conformance-${randomUUID().slice(0, 8)}`;
  readonly shapes: Record<string, FittingShape> = {};
  readonly #options: ConformanceOptions;
  readonly #facts: Map<Fact, string>;
  readonly #attempts = new Map<Check, Attempt>();
  readonly #selected: ReadonlySet<Check>;

  constructor(options: ConformanceOptions) {
    this.#options = options;
    this.#facts = new Map(options.given);
    this.#selected = new Set(selected(options));
  }

  known(fact: Fact): string | undefined {
    return this.#facts.get(fact);
  }

  async report(check: Check): Promise<RouteReport> {
    const called = ROUTES_BY_ID[check.route];
    const attempt = await this.#attempt(check);
    const { reason } = attempt;
    const request = { route: nameOfRoute(called), variant: check.variant ?? null, reason };
    if (attempt.reason !== null)
      return { ...request, outcome: 'skipped', status: null, latencyMs: null, findings: [] };
    const { outcome, places } = attempt;
    if (outcome.kind === 'response' && outcome.status >= 200 && outcome.status <= 299)
      this.#fit(called, outcome.bytes);
    const findings = this.#withFields(called, judge(this.#options.gateway, called, outcome, places));
    return {
      ...request,
      outcome: findings.some(({ isDifference }) => isDifference) ? 'differs' : 'conforms',
      status: outcome.kind === 'response' ? outcome.status : null,
      latencyMs: outcome.latencyMs,
      findings,
    };
  }

  /** Finds the entry with which the gateway could read a response. */
  #fit(route: Route, bytes: Buffer): void {
    const fitting = fittingShape(this.#options.gateway, route, bytes);
    if (fitting) this.shapes[fitting.id] ??= fitting.shape;
  }

  #withFields(route: Route, findings: readonly Finding[]): ReportedFinding[] {
    const { gateway, strict } = this.#options;
    const isUsable = !findings.some(({ kind }) => kind === 'unreadable');
    return findings.map((finding) => ({
      ...finding,
      isDifference: strict ? finding.kind !== 'empty' : !MEANS_THE_SAME.has(finding.kind),
      fields: affectedFields(gateway, route, finding, isUsable),
    }));
  }

  async #attempt(check: Check): Promise<Attempt> {
    const attempt = this.#attempts.get(check) ?? (await this.#send(check));
    this.#attempts.set(check, attempt);
    return attempt;
  }

  async #send(check: Check): Promise<Attempt> {
    const { hosts, credentials, limits, writes } = this.#options;
    const route = ROUTES_BY_ID[check.route];
    if (!isAllowed(check, writes)) return { reason: notAllowed(check) };
    const host = hosts[route.host];
    if (!host)
      return {
        reason: `needs the address of the ${route.host} routes: set ${HOST_VARIABLES[route.host]}`,
      };
    const sender = senderOf(check, route.credential);
    const credential = sender && credentials[sender];
    if (sender && credential === null) {
      const { meaning, variable } = CREDENTIALS[sender];
      return { reason: `needs ${meaning}: set ${variable}` };
    }
    const parameters = parametersOf(check);
    for (const fact of [...(check.needs ?? []), ...placeholdersIn(parameters).filter(isFact)])
      if (!(await this.#discover(fact))) return { reason: missingFact(fact) };
    const values = filled(parameters, { ...this.#madeUp(), ...Object.fromEntries(this.#facts) });
    const outcome = await exchange(requestTo(host, route, values, credential), limits);
    this.#options.onResponse?.(check, outcome);
    this.#learn(check, outcome);
    return { reason: null, outcome, places: placesOf(route, values) };
  }

  /** Values of placeholders that are not facts of the platform. */
  #madeUp(): Readonly<Record<string, string>> {
    const { marker } = this;
    return {
      marker,
      state: marker,
      nonce: randomBytes(16).toString('hex'),
      codeChallenge: createHash('sha256').update(randomBytes(32).toString('hex')).digest('base64url'),
      now: new Date().toISOString(),
    };
  }

  /** Sends the checks that reveal a fact until it is known. Writes are sent only if selected. */
  async #discover(fact: Fact): Promise<boolean> {
    const keys: readonly string[] = FACTS[fact].shownBy;
    for (const key of keys) {
      if (this.#facts.has(fact)) break;
      const check = CHECKS.find((candidate) => keyOf(candidate) === key);
      if (check && (!effectOf(check) || this.#selected.has(check))) await this.#attempt(check);
    }
    return this.#facts.has(fact);
  }

  /** Stores the facts of a response. The first value wins, and configured values are never overwritten. */
  #learn(check: Check, outcome: RequestOutcome): void {
    if (outcome.kind === 'failed' ? !effectOf(check) : outcome.status < 200 || outcome.status > 299) return;
    const parsed = outcome.kind === 'response' ? parseJson(outcome.bytes.toString('utf8')) : null;
    const shown: Shown = check.shows?.(unwrapped(parsed?.json).value, this) ?? {};
    for (const [fact, value] of Object.entries(shown))
      if (isFact(fact) && value !== undefined && !this.#facts.has(fact)) this.#facts.set(fact, value);
  }
}

/** Findings without an effect on the gateway. */
const MEANS_THE_SAME: ReadonlySet<Finding['kind']> = new Set(['form', 'unknown', 'empty']);

/** The credential that a check is sent with. Null: none. */
function senderOf({ as }: Check, credential: Credential | null): keyof Credentials | null {
  switch (credential?.kind) {
    case undefined:
      return null;
    case 'plugin credential':
      return 'plugin';
    case 'ATO token':
      return 'ato';
    case 'user token':
      return as ?? 'user';
  }
}

/** Description of each credential, and the variables that set it. */
const CREDENTIALS = {
  user: { meaning: 'a user token', variable: 'CONFORMANCE_USER_TOKEN' },
  instructor: { meaning: "an instructor's token", variable: 'CONFORMANCE_INSTRUCTOR_TOKEN' },
  leavingUser: { meaning: 'a session to sign out', variable: 'CONFORMANCE_LOGOUT_TOKEN' },
  plugin: { meaning: "the plugin's credential", variable: 'PLUGIN_CLIENT_ID and PLUGIN_CLIENT_SECRET' },
  ato: { meaning: 'an ATO token', variable: 'CONFORMANCE_ATO_TOKEN' },
} as const;

const HOST_VARIABLES = {
  base: 'PLATFORM_URL',
  notes: 'PLATFORM_NOTES_URL',
  push: 'PLATFORM_PUSH_URL',
} as const;

function notAllowed(check: Check): string {
  const { does, leaves } = effectOf(check) ?? { does: 'changes data', leaves: null };
  return leaves === null
    ? `a write that ${does}: run with --writes`
    : `a write that ${does} and leaves ${leaves}: run with --writes --lasting`;
}
