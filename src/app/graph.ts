import type { GraphQLSchema } from 'graphql';
import { type Admit, createAdmit } from '../admission/admission.ts';
import type { Callers } from '../admission/callers.ts';
import { EventLoopLag } from '../admission/event-loop-lag.ts';
import type { Sessions } from '../admission/sessions.ts';
import type { Config } from '../config/config.ts';
import { REFRESHES, SIGN_IN_MUTATIONS } from '../domains/auth/sign-in-mutations.ts';
import { createSchema, fieldCosts } from '../domains/schema.ts';
import type { FieldCosts } from '../graph/cost.ts';
import type { ContextOptions } from '../operations/contexts.ts';
import {
  namesIn,
  Trust,
  type TrustedDocuments,
  warnOfUnusable,
} from '../operations/documents/trusted-documents.ts';
import { meterResolvers } from '../operations/execution/reference.ts';
import { CallerHash } from '../operations/reports/caller-hash.ts';
import { OperationRunner } from '../operations/runner.ts';
import type { Base } from './base.ts';
import type { Secrets } from './secrets.ts';

export interface GraphOptions {
  contexts: ContextOptions;
  sessions: Sessions;
  secrets: Secrets;
  callers: Callers;
  /** Null: any document runs. */
  trustedDocuments: TrustedDocuments | null;
  /** The schema without metered resolvers. Undefined: it is built. */
  schema: GraphQLSchema | undefined;
}

/** The graph with its runner and admission. */
export interface Graph {
  schema: GraphQLSchema;
  runner: OperationRunner;
  admit: Admit;
  /** Applies reloaded trusted documents. */
  replaceTrusted(documents: TrustedDocuments): void;
  close(): Promise<void>;
}

/** Builds the graph with everything that executes its operations. */
export async function openGraph(
  { clock, config, metrics, states, boundary, log }: Base,
  { callers, contexts, sessions, secrets, trustedDocuments, schema: built }: GraphOptions,
): Promise<Graph> {
  const load = new EventLoopLag(clock, config.lagLimit);
  const admit = createAdmit(load, metrics.refusals);
  metrics.read('gateway_sign_ins_limited', () => Number(callers.rejectsTooMany));
  metrics.beginSignIns(SIGN_IN_MUTATIONS.keys());
  const { schema, costs } = await buildGraph(config, built);
  const metered = config.executor === 'compiled' ? null : meterResolvers((await buildGraph(config)).schema);
  const trust = new Trust(trustedDocuments, log);
  if (trustedDocuments) warnOfUnusable(trustedDocuments, schema, config.documentLimits, log);
  const runner = new OperationRunner({
    clock,
    schema,
    metered,
    introspection: config.introspection,
    limits: config.documentLimits,
    budget: {
      limits: config.priceLimits,
      listEstimate: config.listEstimate,
      costs,
    },
    signIns: {
      mutations: SIGN_IN_MUTATIONS,
      callers,
      observer: {
        signedIn: (mutation, outcome) => {
          metrics.signIns.signedIn(mutation, outcome);
          if (mutation === REFRESHES) states.refresh(outcome);
        },
      },
    },
    callers,
    documentMemory: config.documentMemory,
    trust,
    admit,
    sessions,
    contexts,
    reportsCalls: !config.production,
    observer: metrics.operations,
    slowOperation: config.slowOperation,
    callerHash: new CallerHash(() => secrets.cursor?.signing ?? null),
    streamObserver: metrics.streams,
    boundary,
    log,
  });
  return {
    schema,
    runner,
    admit,
    replaceTrusted: (documents) => {
      trust.replace(documents.manifest);
      metrics.operations.trust(namesIn(documents));
      warnOfUnusable(documents, schema, config.documentLimits, log);
    },
    close: async () => {
      load.close();
      await runner.close();
    },
  };
}

async function buildGraph(
  config: Config,
  built?: GraphQLSchema,
): Promise<{ schema: GraphQLSchema; costs: FieldCosts }> {
  if (!config.federation) return { schema: built ?? createSchema(), costs: fieldCosts };
  const { createSubgraph, subgraphCosts } = await import('../domains/subgraph.ts');
  return { schema: createSubgraph(config), costs: { ...fieldCosts, ...subgraphCosts } };
}
