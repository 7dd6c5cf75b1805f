import { hash } from 'node:crypto';
import { type DocumentNode, type OperationDefinitionNode, visit } from 'graphql';
import { visitAll } from '../../lib/boundary.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CallCounter } from '../../platform/call-counter.ts';
import type { Credential } from '../../platform/credential.ts';
import type { ExecutionResult } from '../execution/result.ts';
import type { ResolvedOperation } from '../response.ts';
import type { StreamedResult } from './result-stream.ts';

/** The outcome of an event's execution. */
export type EventOutcome =
  | {
      executed: ExecutionResult;
      counter: CallCounter | null;
      /** What each subscriber receives. Null: its errors carry a request ID, so each has its own. */
      result: StreamedResult | null;
    }
  | { failure: unknown };

/** The execution of an event, for all subscribers that get its result. */
export class EventExecution {
  isStarted = false;
  #outcome: EventOutcome | null = null;
  #waiting: ((outcome: EventOutcome) => void)[] = [];

  settle(outcome: EventOutcome): void {
    this.#outcome = outcome;
    const waiting = this.#waiting;
    this.#waiting = [];
    visitAll(waiting, (proceed) => proceed(outcome));
  }

  /** Calls back with the outcome: at once if there is one. */
  whenSettled(proceed: (outcome: EventOutcome) => void): void {
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
 * Nothing is cached: a result is shared with subscribers that need it during the execution or in the same iteration of the event
 * loop, such as readers that were woken together.
 */
export function createAudiences(clock: Clock): JoinAudience {
  const operations = new WeakMap<OperationDefinitionNode, KnownOperation>();
  return ({ document, definition, variables, onError }, credential) => {
    const known = operations.get(definition) ?? {
      names: variablesBelowRoot(document, definition),
      audiences: new Map<string, Audience>(),
    };
    operations.set(definition, known);
    const read = known.names.map((name) => [name, variables?.[name]]);
    const key = hash('sha256', JSON.stringify([onError, read, credential]), 'base64url');
    const audience = known.audiences.get(key) ?? new Audience(clock, known.audiences, key);
    audience.enter();
    return audience;
  };
}

/** Joins the subscribers that share results. Leave with {@link Audience.leave}. */
export type JoinAudience = (operation: ResolvedOperation, credential: Credential) => Audience;

interface KnownOperation {
  /** The variables that it reads below its root field. */
  names: readonly string[];
  audiences: Map<string, Audience>;
}

/** Subscribers that get the same result of an event. Registered under its key until the last one leaves. */
export class Audience {
  readonly #clock: Clock;
  readonly #audiences: Map<string, Audience>;
  readonly #key: string;
  #subscribers = 0;
  /** By cursor. Null: none. */
  #running: Map<string, EventExecution> | null = null;

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

  /** The execution of an event: shared until the end of the event-loop iteration in which it settles. */
  execution(cursor: string): EventExecution {
    const known = this.#running?.get(cursor);
    if (known) return known;
    const execution = new EventExecution();
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
function variablesBelowRoot(document: DocumentNode, { selectionSet }: OperationDefinitionNode): string[] {
  const names = new Set<string>();
  const take = { Variable: ({ name }: { name: { value: string } }) => void names.add(name.value) };
  for (const definition of document.definitions) {
    visit(definition, {
      ...take,
      VariableDefinition: () => false,
      // Arguments of a root field in a fragment are included: this shares less than possible, but never too much.
      Field: (field, _key, parent) => {
        if (parent !== selectionSet.selections) return undefined;
        if (field.selectionSet) visit(field.selectionSet, take);
        for (const directive of field.directives ?? []) visit(directive, take);
        return false;
      },
    });
  }
  return [...names].sort();
}
