import { randomUUID } from 'node:crypto';
import type { ApolloServer } from '@apollo/server';
import type { OpenOperation, Operation } from '../operations/operation.ts';
import { countOperation, logOperation, type Reports } from '../operations/operation-report.ts';
import { needsStream } from '../operations/result-stream.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { PluginHandler, PluginResponse } from './plugin-endpoints.ts';

/** How the mission planner's searches run: as operations, under the Basic header that they came with. */
export interface SearchOptions extends Reports {
  pipeline: ApolloServer<Operation>;
  openOperation: OpenOperation;
  /** Milliseconds after which a search is given up. */
  timeout: number;
  /** Null: nothing is traced. */
  tracing: Tracing | null;
}

const CAPABILITIES = `query MissionPlannerCapabilities($term: String) {
  capabilities(term: $term) { id name type description proficiency }
}`;
const CANDIDATES = `query MissionPlannerCandidates($capabilityIds: [ID!]!) {
  candidates(capabilityIds: $capabilityIds) { user { id } capabilities { id name proficiency } }
}`;

/** What the gateway itself runs, whatever documents clients are held to. */
export const OWN_DOCUMENTS: readonly string[] = [CAPABILITIES, CANDIDATES];

/**
 * Answers the platform's mission planner. Contract: Plugin-implemented endpoints; the bodies are not shown.
 * capabilities: `{ term? }` -> `{ capabilities: [...] }`. candidates: `{ capabilityIds }` -> `{ candidates: [...] }`.
 * 400 for a search that cannot be understood, 503 where the platform does not answer what is needed for it.
 */
export function missionPlannerHandlers(options: SearchOptions): {
  capabilities: PluginHandler;
  candidates: PluginHandler;
} {
  return {
    capabilities: ({ term }, authorization) => search(options, CAPABILITIES, { term }, authorization),
    candidates: async ({ capabilityIds }, authorization) =>
      isIds(capabilityIds)
        ? search(options, CANDIDATES, { capabilityIds }, authorization)
        : { status: 400, body: { error: { message: NO_CAPABILITIES } } },
  };
}

const NO_CAPABILITIES = 'A candidate search needs `capabilityIds`: an array of at least one ID.';

const isIds = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => typeof item === 'string' || Number.isInteger(item));

async function search(
  options: SearchOptions,
  query: string,
  variables: Record<string, unknown>,
  authorization: string,
): Promise<PluginResponse> {
  const { pipeline, openOperation, timeout, tracing } = options;
  const startedAt = performance.now();
  const operation = openOperation({
    requestId: randomUUID(),
    authorization,
    signal: AbortSignal.timeout(timeout),
    refuseStream: needsStream,
    resumeAfter: null,
    trace: tracing?.operation(undefined) ?? null,
  });
  const { body } = await pipeline.executeOperation({ query, variables }, { contextValue: operation });
  countOperation(options, operation, startedAt);
  logOperation(options, operation, startedAt);
  const { data, errors } = body.kind === 'single' ? body.singleResult : {};
  if (!errors) return { status: 200, body: data };
  const [first] = errors;
  const status = operation.outcome.codes.includes('BAD_USER_INPUT') ? 400 : 503;
  return { status, body: { error: { message: first?.message ?? 'The search failed.' } } };
}
