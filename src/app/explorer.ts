import type { GraphQLSchema } from 'graphql';
import type {
  Demo,
  Explorer,
  ExplorerOptions,
  HttpAdapter,
  Link,
  PredictCalls,
} from 'learning-platform-explorer';
import { isLoopback } from '../lib/ip-address.ts';
import { EventLoopQueue } from '../lib/pacing/event-loop-queue.ts';
import { readAcceptEncoding } from '../transports/http/accept-encoding.ts';
import type { MountedHandler } from '../transports/http/mounted-handler.ts';
import { PAGE_HEADERS } from '../transports/http/security-headers.ts';
import type { Base } from './base.ts';

/** The part of this gateway's HTTP server that the explorer and the reference use. */
export const PAGES_HTTP: HttpAdapter = {
  pageHeaders: PAGE_HEADERS,
  encodingFor: (header, available) => readAcceptEncoding(header, available).encoding,
  isLoopback,
};

/** The explorer pages. Loaded only if enabled, as the reference is, so that other gateways do not pay for them. */
export async function loadExplorer(
  { clock, config: { reference, explorerHosts, listEstimate }, log }: Base,
  schema: GraphQLSchema,
  options: Pick<ExplorerOptions, 'demo' | 'metricsUrl'>,
): Promise<Explorer> {
  const [{ openExplorer }, { createCallPrediction, readGraph, repositoryGuides }] = await Promise.all([
    import('learning-platform-explorer'),
    import('./reference-source.ts'),
  ]);
  const queue = new EventLoopQueue(clock, 1);
  let predict: PredictCalls | undefined;
  return openExplorer({
    ...options,
    takeTurn: () => queue.take(),
    predict: (...operation) => {
      // Created on first use, so that it does not slow the start.
      predict ??= createCallPrediction(schema, listEstimate);
      return predict(...operation);
    },
    graph: readGraph(schema),
    http: PAGES_HTTP,
    reference,
    guides: reference ? repositoryGuides() : new Map(),
    hosts: explorerHosts,
    onProblem: (problem) => log.error({ err: problem }, 'explorer'),
  });
}

/**
 * The reference of the graph.
 * @param links of the explorer pages. Null: they are off.
 */
export async function loadReference(
  { clock, config, log }: Base,
  schema: GraphQLSchema,
  links: readonly Link[] | null,
  demo: Demo | null,
): Promise<MountedHandler> {
  const [{ openReference, REFERENCE }, { readReferenceSource }] = await Promise.all([
    import('learning-platform-explorer/reference'),
    import('./reference-source.ts'),
  ]);
  const queue = new EventLoopQueue(clock, 1);
  return openReference({
    http: PAGES_HTTP,
    takeTurn: () => queue.take(),
    source: () => readReferenceSource(schema, config.listEstimate),
    links: links ?? [REFERENCE],
    identities: demo?.identities ?? [],
    hosts: config.explorerHosts,
    onProblem: (problem) => log.error({ err: problem }, 'reference'),
  });
}
