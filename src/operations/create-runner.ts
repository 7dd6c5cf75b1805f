import type { GraphQLSchema } from 'graphql';
import type { Held } from '../admission/held.ts';
import type { Admit } from '../admission/ledger.ts';
import type { Sessions } from '../admission/sessions.ts';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../telemetry/log.ts';
import { Apollo } from './apollo.ts';
import type { CallerHash } from './caller-hash.ts';
import { type ContextOptions, createContexts } from './contexts.ts';
import { DocumentStore } from './documents/document-store.ts';
import { createPersistedQueries } from './documents/persisted-query.ts';
import { RetainedMemory } from './documents/retained-memory.ts';
import type { Trust } from './documents/trusted-documents.ts';
import { createExecutor } from './executor.ts';
import { type BudgetOptions, createBudget } from './limits/call-budget.ts';
import type { DocumentLimits } from './limits/document-limits.ts';
import { createSignInLimit, type SignInLimitOptions } from './limits/sign-in-limit.ts';
import type {
  ComparisonObserver,
  MemoryObserver,
  OperationObserver,
  PriceObserver,
  StreamObserver,
} from './observers.ts';
import { OperationReports } from './operation-report.ts';
import { OperationRunner } from './runner.ts';

export interface CreateRunnerOptions {
  clock: Clock;
  schema: GraphQLSchema;
  /** The same schema with metered resolvers, on which graphql-js runs operations. Null: they are compiled. */
  metered: GraphQLSchema | null;
  /** Share of the queries that both executors run. Null: one executor runs all. */
  comparedShare: number | null;
  introspection: boolean;
  limits: DocumentLimits;
  /** Estimated bytes that documents, their plans and persisted queries may retain. */
  documentMemory: number;
  budget: Omit<BudgetOptions, 'schema'>;
  signIns: Omit<SignInLimitOptions, 'boundary'>;
  trust: Trust;
  admit: Admit;
  sessions: Sessions;
  held: Held;
  contexts: ContextOptions;
  /** Whether clients may ask what an operation cost. */
  reportsCalls: boolean;
  observer: OperationObserver & PriceObserver & ComparisonObserver & MemoryObserver;
  /** Milliseconds from which an operation is logged as slow. 0: never. */
  slowOperation: number;
  callerHash: CallerHash;
  streamObserver: StreamObserver;
  boundary: Boundary;
  log: Log;
}

/** Puts the operation runner together. */
export function createRunner(options: CreateRunnerOptions): OperationRunner {
  const { clock, schema, introspection, trust, budget, observer, boundary, log } = options;
  const memory = new RetainedMemory(options.documentMemory, observer);
  const documents = new DocumentStore(memory);
  const persistedQueries = createPersistedQueries(memory);
  return new OperationRunner({
    clock,
    admit: options.admit,
    documents,
    trust,
    apollo: new Apollo({ ...options, documents, persistedQueries }),
    execute: createExecutor({
      clock,
      schema,
      hidesSchema: !introspection,
      responseLimits: {
        objects: budget.limits.objects,
        characters: budget.limits.bytes,
        onExceeded: (price) => observer.exceeded(price, 'reached'),
      },
      metered: options.metered,
      comparison: options.comparedShare === null ? null : { share: options.comparedShare, observer },
      onOperation: (token) => options.contexts.eventStreams.pollers.markActive(token),
      memory,
      checkBudget: createBudget({ schema, ...budget }, observer),
      beginSignIns: createSignInLimit({ ...options.signIns, boundary }),
      newContext: createContexts(options.contexts),
      sessions: options.sessions,
      held: options.held,
      observer: options.streamObserver,
      boundary,
      log,
    }),
    reports: new OperationReports(options),
    boundary,
    log,
  });
}
