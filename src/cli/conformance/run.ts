import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { Credential } from '../../contract/vocabulary.ts';
import { CHECKS, type Check, nameOf, type Run } from './checks.ts';
import { type Exchange, type ExchangeLimits, exchange } from './exchange.ts';
import { FACTS, type Fact, isFact, missingFact, type Shown } from './facts.ts';
import { sufferingFields } from './fields.ts';
import { parseJson } from './json.ts';
import { judge } from './judge.ts';
import type { Finding, Report, ReportedFinding, RouteReport } from './report.ts';
import { type Hosts, placesOf, requestTo, routeOf } from './request.ts';

/** Complete header values. Null: not given. */
interface Credentials {
  user: string | null;
  instructor: string | null;
  leavingUser: string | null;
  plugin: string | null;
  ato: string | null;
}

export interface ConformanceOptions {
  hosts: Hosts;
  credentials: Credentials;
  /** The facts that are set rather than discovered. */
  given: ReadonlyMap<Fact, string>;
  limits: ExchangeLimits;
  writes: Report['writes'];
  strict: boolean;
  /** Which checks are wanted, by name. */
  isWanted: (name: string) => boolean;
  schema: GraphQLSchema;
  /** Called with each result as it comes. */
  onResult?: (result: RouteReport) => void;
}

/** The writes that a run with these options sends, in order, as far as their facts are known. */
export const plannedWrites = (options: Pick<ConformanceOptions, 'writes' | 'isWanted'>): Check[] =>
  selected(options).filter((check) => check.effect && isAllowed(check, options.writes));

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
  };
}

/** The wanted checks. A wanted write includes the other writes of its group, which undo it. */
function selected({ isWanted, writes }: Pick<ConformanceOptions, 'isWanted' | 'writes'>): Check[] {
  const wanted = CHECKS.filter((check) => !check.isDiscovery && isWanted(nameOf(check)));
  const groups = new Set(
    wanted.filter((check) => isAllowed(check, writes)).flatMap(({ effect }) => effect?.group ?? []),
  );
  return CHECKS.filter(
    (check) =>
      wanted.includes(check) || (check.effect?.group !== undefined && groups.has(check.effect.group)),
  );
}

/** Whether a check may be sent: a read always, a write that leaves nothing with `undone`, any other with `all`. */
const isAllowed = ({ effect }: Check, writes: Report['writes']): boolean =>
  !effect || writes === 'all' || (writes === 'undone' && effect.leaves === null);

/** Outcome of a check. */
type Attempt = { kind: 'skipped'; reason: string } | { kind: 'sent'; answer: Exchange; places: string };

/** State of one run. Each check is sent once, however many others need it. */
class Trial implements Run {
  readonly marker = `conformance-${randomUUID().slice(0, 8)}`;
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
    const { route, variant = null } = check;
    const attempt = await this.#attempt(check);
    if (attempt.kind === 'skipped')
      return {
        route,
        variant,
        outcome: 'skipped',
        status: null,
        latencyMs: null,
        reason: attempt.reason,
        findings: [],
      };
    const { answer, places } = attempt;
    const findings = this.#withFields(route, judge(routeOf(route), answer, places));
    return {
      route,
      variant,
      outcome: findings.some(({ isDifference }) => isDifference) ? 'differs' : 'conforms',
      status: answer.kind === 'answered' ? answer.status : null,
      latencyMs: answer.latencyMs,
      reason: null,
      findings,
    };
  }

  #withFields(route: string, findings: readonly Finding[]): ReportedFinding[] {
    const { schema, strict } = this.#options;
    const isUsable = !findings.some(({ kind }) => kind === 'unreadable');
    return findings.map((finding) => ({
      ...finding,
      isDifference: finding.kind !== 'empty' && (finding.kind !== 'unknown' || strict),
      fields: sufferingFields(schema, route, finding, isUsable),
    }));
  }

  async #attempt(check: Check): Promise<Attempt> {
    const done = this.#attempts.get(check);
    if (done) return done;
    const attempt = await this.#send(check);
    this.#attempts.set(check, attempt);
    return attempt;
  }

  async #send(check: Check): Promise<Attempt> {
    const { hosts, limits, writes } = this.#options;
    const route = routeOf(check.route);
    if (!isAllowed(check, writes)) return { kind: 'skipped', reason: notAllowed(check) };
    const host = hosts[route.host];
    if (!host)
      return {
        kind: 'skipped',
        reason: `needs the address of the ${route.host} routes: set ${HOST_VARIABLES[route.host]}`,
      };
    const credential = this.#credentialFor(check, route.credential);
    if (credential && credential.value === null)
      return { kind: 'skipped', reason: `needs ${credential.meaning}: set ${credential.variable}` };
    for (const fact of check.needs ?? [])
      if (!(await this.#discover(fact))) return { kind: 'skipped', reason: missingFact(fact) };
    const values = check.values?.((fact) => this.#facts.get(fact) ?? '', this) ?? {};
    const answer = await exchange(requestTo(host, route, values, credential?.value ?? null), limits);
    this.#learn(check, answer);
    return { kind: 'sent', answer, places: placesOf(route, values) };
  }

  #credentialFor({ as }: Check, credential: Credential | null): GivenCredential | null {
    const { user, instructor, leavingUser, plugin, ato } = this.#options.credentials;
    switch (credential?.kind) {
      case undefined:
        return null;
      case 'plugin credential':
        return {
          value: plugin,
          meaning: "the plugin's credential",
          variable: 'PLUGIN_CLIENT_ID and PLUGIN_CLIENT_SECRET',
        };
      case 'ATO token':
        return { value: ato, meaning: 'an ATO token', variable: 'CONFORMANCE_ATO_TOKEN' };
      case 'user token':
        if (as === 'instructor')
          return {
            value: instructor,
            meaning: "an instructor's token",
            variable: 'CONFORMANCE_INSTRUCTOR_TOKEN',
          };
        if (as === 'leaving user')
          return {
            value: leavingUser,
            meaning: 'a session that may end',
            variable: 'CONFORMANCE_LOGOUT_TOKEN',
          };
        return { value: user, meaning: 'a user token', variable: 'CONFORMANCE_USER_TOKEN' };
    }
  }

  /** Sends the checks that show a fact until it is known. Writes are sent only if they are selected. */
  async #discover(fact: Fact): Promise<boolean> {
    const names: readonly string[] = FACTS[fact].shownBy;
    for (const name of names) {
      if (this.#facts.has(fact)) break;
      const check = CHECKS.find((candidate) => nameOf(candidate) === name);
      if (check && (!check.effect || this.#selected.has(check))) await this.#attempt(check);
    }
    return this.#facts.has(fact);
  }

  /** The first value of a fact wins: one that is set is never overwritten. */
  #learn(check: Check, answer: Exchange): void {
    if (answer.kind === 'failed' ? !check.effect : answer.status < 200 || answer.status > 299) return;
    const parsed = answer.kind === 'answered' ? parseJson(answer.bytes.toString('utf8')) : null;
    const shown: Shown = check.shows?.(parsed?.json, this) ?? {};
    for (const [fact, value] of Object.entries(shown))
      if (isFact(fact) && value !== undefined && !this.#facts.has(fact)) this.#facts.set(fact, value);
  }
}

interface GivenCredential {
  value: string | null;
  meaning: string;
  variable: string;
}

const HOST_VARIABLES = {
  base: 'PLATFORM_URL',
  notes: 'PLATFORM_NOTES_URL',
  push: 'PLATFORM_PUSH_URL',
} as const;

const notAllowed = ({ effect }: Check): string =>
  effect?.leaves == null
    ? `a write, which ${effect?.does ?? 'changes something'}: run with --writes`
    : `a write, which ${effect.does} and leaves ${effect.leaves}: run with --writes --lasting`;
