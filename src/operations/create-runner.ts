import type { GraphQLSchema } from 'graphql';
import type { Admit } from '../admission/admission.ts';
import type { Sessions } from '../admission/sessions.ts';
import type { Log } from '../telemetry/log.ts';
import { Apollo } from './apollo.ts';
import { type ContextOptions, createContexts } from './contexts.ts';
import { DocumentStore } from './documents/document-store.ts';
import { createTrust, type TrustedDocuments } from './documents/trusted-documents.ts';
import type { ResponseLimits } from './execution/execution.ts';
import { createExecutor } from './executor.ts';
import { type BudgetOptions, createBudget } from './limits/call-budget.ts';
import type { DocumentLimits } from './limits/document-limits.ts';
import type { OperationObserver, StreamObserver } from './observers.ts';
import { OperationReports } from './operation-report.ts';
import { OperationRunner } from './runner.ts';

export interface CreateRunnerOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  limits: DocumentLimits;
  responseLimits: ResponseLimits;
  budget: Omit<BudgetOptions, 'schema'>;
  /** Null: clients may send any document. */
  trustedDocuments: TrustedDocuments | null;
  admit: Admit;
  sessions: Sessions;
  contexts: ContextOptions;
  /** Whether clients may ask what an operation cost. */
  reportsCalls: boolean;
  operationObserver: OperationObserver;
  streamObserver: StreamObserver;
  log: Log;
}

/** Puts the operation runner together. */
export function createRunner(options: CreateRunnerOptions): OperationRunner {
  const { schema, introspection, log } = options;
  const documents = new DocumentStore();
  const trust = createTrust(options.trustedDocuments, log);
  return new OperationRunner({
    admit: options.admit,
    documents,
    trust,
    apollo: new Apollo({ ...options, documents, trust }),
    execute: createExecutor({
      schema,
      hidesSchema: !introspection,
      responseLimits: options.responseLimits,
      checkBudget: createBudget({ schema, ...options.budget }),
      newContext: createContexts(options.contexts),
      sessions: options.sessions,
      observer: options.streamObserver,
      log,
    }),
    reports: new OperationReports(options.operationObserver, log),
    log,
  });
}
