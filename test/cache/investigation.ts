import { type GraphQLObjectType, type GraphQLSchema, parse } from 'graphql';
import type { SandboxOptions } from 'learning-platform-kit/sandbox';
import { createSubgraph } from '../../src/domains/subgraph.ts';
import { isRecord } from '../../src/lib/is-record.ts';
import { readMarkedFields } from '../nullability/semantic-non-null.ts';
import { ask } from '../support/fleet-ask.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { newClient } from '../support/listen.ts';
import { Random } from '../support/random.ts';
import { apolloCache, type ClientCache, comparablePart, urqlCache } from './clients.ts';
import { Coverage } from './coverage.ts';
import { causeEvents, type EventSource, startAtoRequest } from './events.ts';
import { type Answered, FactBase } from './fact-base.ts';
import { asResult, type Fact, type Result } from './facts.ts';
import { OperationGenerator } from './generator.ts';
import { KnownValues } from './known-values.ts';
import { type Operation, printOperation } from './operation.ts';
import { type OpenStream, openStream } from './streams.ts';

/** Documents may be deeper, longer and more expensive than a client's, and arrive faster. */
const WIDE_LIMITS = {
  FEDERATION: 'true',
  LIMIT_OBJECTS: '10000000',
  LIMIT_RESPONSE: '1000000000',
  LIMIT_UPSTREAM_CALLS: '100000',
  NOTIFICATION_POLL_INTERVAL: '100',
};
/** Random subscriptions per stream, live and again replayed. */
const STREAMS = 3;
/** Responses retained per caller, to be merged with later ones. */
const ANSWERS = 100;

export interface InvestigationOptions {
  seed: number;
  /** Random pairs of operations per caller. Each of the two is also merged with an earlier one. */
  turns: number;
  /** Whether every caller follows all links, rather than only those that no caller before it has followed. */
  thorough: boolean;
  intercept?: SandboxOptions['intercept'];
}

/** A signed-in front end and everything it has received. */
interface Caller {
  name: string;
  headers: Record<string, string>;
  generator: OperationGenerator;
  known: KnownValues;
  random: Random;
  facts: FactBase;
  roots: string[];
  /** Some random operations so far, with their responses. */
  answers: Answered[];
}

/** A fact that a client's cache lost although both responses agree on it. */
export interface Loss {
  cache: string;
  caller: string;
  fact: Fact;
  documents: readonly [string, string];
}

/** What was found on one platform. */
export class Investigation {
  readonly coverage = new Coverage();
  readonly losses: Loss[] = [];
  /** Codes of errors other than those of fields, with an operation each. */
  readonly rejections = new Map<string, string>();
  /** `@semanticNonNull` fields that were null without an error, with their paths. */
  readonly unexplainedNulls: string[] = [];
  readonly schema: GraphQLSchema = createSubgraph({ introspection: true });
  /** Pairs whose responses both have something to compare. */
  pairs = 0;
  /** Pairs whose responses agree, which were then merged. */
  merged = 0;
  readonly #gateway: TestGateway;
  readonly #options: InvestigationOptions;
  readonly #caches: readonly ClientCache[] = [apolloCache(this.schema), urqlCache(this.schema)];
  readonly #callers: Caller[] = [];

  private constructor(gateway: TestGateway, options: InvestigationOptions) {
    this.#gateway = gateway;
    this.#options = options;
  }

  static async run(options: InvestigationOptions): Promise<Investigation> {
    const { intercept } = options;
    const gateway = await startGateway({
      environment: WIDE_LIMITS,
      config: { listEstimate: 1, documentLimits: { tokens: 20_000, depth: 30, aliases: 1000 } },
      sandbox: { ...(intercept && { intercept }) },
    });
    const investigation = new Investigation(gateway, options);
    await investigation.#run();
    return investigation;
  }

  close(): Promise<void> {
    return this.#gateway.close();
  }

  /** The fields of records with more than one value, as in `User.firstName`. */
  get violations(): string[] {
    return [...new Set(this.#callers.flatMap(({ facts }) => [...facts.contradictions.keys()]))].toSorted();
  }

  /** Says for a field which two values it has in which operations. */
  explain(coordinate: string): string {
    for (const { name, facts } of this.#callers) {
      const contradiction = facts.contradictions.get(coordinate);
      if (!contradiction) continue;
      const { fact, other, operations } = contradiction;
      const [first, second] = operations.map(printOperation);
      return [
        `${fact.coordinate}: ${fact.record}.${fact.field} for the ${name}, seed ${this.#options.seed}`,
        `  ${fact.value} in ${first}`,
        `  ${other.value} in ${second}`,
      ].join('\n');
    }
    return `${coordinate} keeps the rule`;
  }

  async #run(): Promise<void> {
    const { requestId, credential: ato } = await startAtoRequest(this.#gateway);
    const child = as.bearer(this.#gateway.sandbox.issueToken('u-mina'));
    const people = { student: as.student, instructor: as.instructor, child };
    const callers = { ...people, plugin: as.plugin, 'ATO token': ato };
    for (const [name, headers] of Object.entries(callers)) {
      this.#callers.push(this.#createCaller(name, headers, requestId));
    }
    const receivers = new Map([
      ['u-ana', people.student],
      ['u-marcus', people.instructor],
      ['u-mina', people.child],
    ]);
    await this.#readStreams({ gateway: this.#gateway, requestId, ato, receivers });
    const expandedByOthers = new Set<GraphQLObjectType>();
    for (const caller of this.#callers) {
      await this.#findRoots(caller);
      const expanded = this.#options.thorough ? new Set<GraphQLObjectType>() : expandedByOthers;
      await caller.generator.tour(
        caller.roots,
        expanded,
        async (operation) => (await this.#ask(caller, operation)).result,
      );
      for (let turn = 0; turn < this.#options.turns; turn += 1) await this.#tryPair(caller);
    }
  }

  #createCaller(name: string, headers: Record<string, string>, requestId: string): Caller {
    const random = new Random(this.#options.seed);
    const known = new KnownValues(this.schema, random, this.#gateway.sandbox.school);
    known.addId('AtoRequest', requestId);
    const generator = new OperationGenerator(this.schema, known, random);
    return { name, headers, generator, known, random, facts: new FactBase(), roots: [], answers: [] };
  }

  /** Records what live streams and replayed ones send. Afterwards nothing changes on the platform any more. */
  async #readStreams(source: EventSource): Promise<void> {
    const streams: { caller: Caller; name: string; position: OpenStream; cursor: string }[] = [];
    const clients = this.#callers.map((caller) => {
      const { authorization = '' } = caller.headers;
      return { caller, client: newClient(this.#gateway.url, { authorization }) };
    });
    for (const { caller, client } of clients) {
      for (const name of caller.generator.streams) {
        const position = openStream(client, caller.generator.position(name));
        const cursor = cursorIn((await position.next()).result);
        if (cursor !== null) streams.push({ caller, name, position, cursor });
      }
    }
    const names = [...new Set(streams.map(({ name }) => name))];
    await causeEvents(source, names, { number: 1, persist: true, acknowledge: true });
    await causeEvents(source, names, { number: 2, persist: false, acknowledge: false });
    for (const { position } of streams) {
      await position.next();
      await position.next();
      await position.close();
    }
    const open = (caller: Caller, name: string, after: string | null): OpenStream[] => {
      const client = clients.find((one) => one.caller === caller)?.client;
      if (!client) throw new Error(`no connection of ${caller.name}`);
      return Array.from({ length: STREAMS }, () =>
        openStream(client, caller.generator.subscription(name, after)),
      );
    };
    const live = streams.flatMap(({ caller, name }) =>
      open(caller, name, null).map((stream) => ({ caller, stream })),
    );
    for (const { stream } of live) await stream.next();
    await causeEvents(source, names, { number: 3, persist: true, acknowledge: false });
    await this.#record(live, 1);
    const replayed = streams.flatMap(({ caller, name, cursor }) =>
      open(caller, name, cursor).map((stream) => ({ caller, stream })),
    );
    await this.#record(replayed, 3);
    for (const { client } of clients) await client.dispose();
  }

  async #record(streams: readonly { caller: Caller; stream: OpenStream }[], items: number): Promise<void> {
    for (const { caller, stream } of streams) {
      for (let item = 0; item < items; item += 1) this.#add(caller, await stream.next());
      await stream.close();
    }
  }

  /** The root fields that the caller's credential may read. */
  async #findRoots(caller: Caller): Promise<void> {
    for (const root of caller.generator.roots) {
      const probe = caller.generator.probe(root);
      if (!probe) continue;
      const { errors } = await this.#send(caller, probe);
      if (!errors.some(isRefusal)) caller.roots.push(root);
    }
  }

  /** Asks two random operations one after the other, then at the same time. */
  async #tryPair(caller: Caller): Promise<void> {
    const [a, b] = [caller.generator.query(caller.roots), caller.generator.query(caller.roots)];
    const first = await this.#ask(caller, a);
    const second = await this.#ask(caller, b);
    await Promise.all([this.#ask(caller, a), this.#ask(caller, b)]);
    await this.#mergeBoth(caller, first, second);
    for (const answered of [first, second]) {
      const earlier = caller.random.pick(caller.answers);
      if (earlier) await this.#mergeBoth(caller, earlier, answered);
      if (caller.answers.length < ANSWERS) caller.answers.push(answered);
    }
    // A long run would not fit in memory with every request that the platform has received.
    this.#gateway.requests.length = 0;
  }

  /** Merges two responses in every cache, in both orders. */
  async #mergeBoth(caller: Caller, first: Answered, second: Answered): Promise<void> {
    const [known, other] = [comparablePart(first), comparablePart(second)];
    if (!known || !other) return;
    this.pairs += 1;
    if (!agree(known, other)) return;
    this.merged += 1;
    for (const cache of this.#caches) {
      await this.#merge(cache, caller, known, other);
      await this.#merge(cache, caller, other, known);
    }
  }

  async #merge(cache: ClientCache, caller: Caller, first: Answered, second: Answered): Promise<void> {
    const documents = [printOperation(first.operation), printOperation(second.operation)] as const;
    for (const fact of await cache.lostFrom(first, second)) {
      this.losses.push({ cache: cache.name, caller: caller.name, fact, documents });
    }
  }

  async #ask(caller: Caller, operation: Operation): Promise<Answered> {
    const answered = { operation, result: await this.#send(caller, operation) };
    this.#add(caller, answered);
    return answered;
  }

  async #send({ headers }: Caller, operation: Operation): Promise<Result> {
    return asResult(await ask(this.#gateway.url, printOperation(operation), headers));
  }

  #add(caller: Caller, answered: Answered): void {
    caller.facts.add(answered);
    caller.known.collect(answered.operation, answered.result);
    this.coverage.add(answered);
    const document = parse(printOperation(answered.operation));
    this.unexplainedNulls.push(...readMarkedFields(document, answered.result).unexplained);
    for (const { code, path, message } of answered.result.errors) {
      if (path === null) this.rejections.set(`${code} ${message}`, printOperation(answered.operation));
    }
  }
}

/** Whether the gateway refuses this kind of credential. */
const isRefusal = ({ code, upstream }: Result['errors'][number]): boolean =>
  !upstream && ['FORBIDDEN', 'UNAUTHENTICATED'].includes(code);

function agree(first: Answered, second: Answered): boolean {
  const both = new FactBase();
  both.add(first);
  both.add(second);
  return both.contradictions.size === 0;
}

/** The cursor of a stream's item. Null: the stream is not available. */
function cursorIn({ data }: Result): string | null {
  const [event] = isRecord(data) ? Object.values(data) : [];
  return isRecord(event) && typeof event.cursor === 'string' ? event.cursor : null;
}
