import { hash } from 'node:crypto';
import { type DocumentNode, type ExecutionResult, getOperationAST, visit } from 'graphql';
import type { Context } from '../domains/context.ts';
import { visitAll } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';
import type { ErrorBehavior } from './error-behavior.ts';
import type { StreamedResult } from './result-stream.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The outcome of an event's execution. */
export type SharedOutcome =
  /** `result`: what each subscriber receives. Null: its errors carry a request ID, so each has its own. */
  { executed: ExecutionResult; result: StreamedResult | null } | { failure: unknown };

/** The execution of an event, for all subscribers that get its result. */
export class SharedExecution {
  #outcome: SharedOutcome | null = null;
  #waiting: ((outcome: SharedOutcome) => void)[] = [];

  settle(outcome: SharedOutcome): void {
    this.#outcome = outcome;
    const waiting = this.#waiting;
    this.#waiting = [];
    visitAll(waiting, (proceed) => proceed(outcome));
  }

  /** Calls back with the outcome: at once if there is one. */
  whenSettled(proceed: (outcome: SharedOutcome) => void): void {
    if (this.#outcome) proceed(this.#outcome);
    else this.#waiting.push(proceed);
  }
}

/**
 * Executes an event once for all subscribers that would get the same result.
 *
 * A result depends on the operation and its document, the variables that are read below the root field (the arguments
 * of that field only select events), the credential, and the event. The cursor identifies the event: it is authenticated
 * over topic, caller and position. Only new events are shared; those that are replayed, or filled in from the
 * platform's list, may share a cursor with other items.
 *
 * Nothing is cached: a result is shared with subscribers that need it during the execution or in the same turn of the
 * event loop, as readers do that were woken together.
 */
export class SharedExecutions {
  readonly #audiences = new Map<string, Audience>();
  readonly #documents = new WeakMap<DocumentNode, KnownDocument>();
  readonly #clock: Clock;
  #numbers = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Joins the subscribers whose results depend on the same. To be left with {@link Audience.leave}. */
  join(
    document: DocumentNode,
    operationName: string | null,
    onError: ErrorBehavior,
    variables: Variables | undefined,
    credential: Context['platform']['credential'],
  ): Audience {
    const known = this.#known(document);
    const names = known.variables.get(operationName) ?? variablesBelowRoot(document, operationName);
    known.variables.set(operationName, names);
    const read = names.map((name) => [name, variables?.[name]]);
    const key = hash(
      'sha256',
      JSON.stringify([known.number, operationName, onError, read, credential]),
      'base64url',
    );
    const audience = this.#audiences.get(key) ?? new Audience(this.#clock, this.#audiences, key);
    audience.enter();
    return audience;
  }

  #known(document: DocumentNode): KnownDocument {
    const known = this.#documents.get(document) ?? { number: ++this.#numbers, variables: new Map() };
    this.#documents.set(document, known);
    return known;
  }
}

interface KnownDocument {
  number: number;
  /** Names of the variables that its operations read below their root field, by operation name. */
  variables: Map<string | null, readonly string[]>;
}

/** Subscribers that get the same result of an event. Known by its key as long as there is one. */
export class Audience {
  readonly #clock: Clock;
  readonly #audiences: Map<string, Audience>;
  readonly #key: string;
  #subscribers = 0;
  /** By cursor. Null: none. */
  #running: Map<string, SharedExecution> | null = null;

  constructor(clock: Clock, audiences: Map<string, Audience>, key: string) {
    this.#clock = clock;
    this.#audiences = audiences;
    this.#key = key;
  }

  enter(): void {
    if (this.#subscribers === 0) this.#audiences.set(this.#key, this);
    this.#subscribers += 1;
  }

  leave(): void {
    this.#subscribers -= 1;
    if (this.#subscribers === 0) this.#audiences.delete(this.#key);
  }

  /** The execution of an event that another subscriber has started. */
  started(cursor: string): SharedExecution | undefined {
    return this.#running?.get(cursor);
  }

  /** Shares the execution of an event until the end of the turn of the event loop in which it settles. */
  share(cursor: string): SharedExecution {
    const execution = new SharedExecution();
    this.#running ??= new Map();
    this.#running.set(cursor, execution);
    execution.whenSettled(() => this.#clock.setImmediate(() => this.#forget(cursor)));
    return execution;
  }

  #forget(cursor: string): void {
    this.#running?.delete(cursor);
    if (this.#running?.size === 0) this.#running = null;
  }
}

/** The names of the variables that an operation reads, apart from the arguments of its root field. */
function variablesBelowRoot(document: DocumentNode, operationName: string | null): string[] {
  const names = new Set<string>();
  const root = getOperationAST(document, operationName)?.selectionSet;
  const take = { Variable: ({ name }: { name: { value: string } }) => void names.add(name.value) };
  for (const definition of document.definitions) {
    visit(definition, {
      ...take,
      VariableDefinition: () => false,
      // Arguments of a root field in a fragment are included: this shares less than possible, but never too much.
      Field: (field, _key, parent) => {
        if (parent !== root?.selections) return undefined;
        if (field.selectionSet) visit(field.selectionSet, take);
        for (const directive of field.directives ?? []) visit(directive, take);
        return false;
      },
    });
  }
  return [...names].sort();
}
