import type { Clock } from '../lib/clock.ts';
import { UNKNOWN_CLIENT } from '../operations/input/client-identity.ts';
import { needsStream, type OperationRequest } from '../operations/request.ts';
import type { OperationRunner } from '../operations/runner.ts';
import type { PluginCall, PluginHandler, PluginResponse } from './plugin-endpoints.ts';

export interface SearchOptions {
  clock: Clock;
  runner: OperationRunner;
  /** Milliseconds after which a search is aborted. */
  timeout: number;
}

const CAPABILITIES = `query MissionPlannerCapabilities($term: String) {
  capabilities(term: $term) { id name type description proficiency }
}`;
const CANDIDATES = `query MissionPlannerCandidates($capabilityIds: [ID!]!) {
  candidates(capabilityIds: $capabilityIds) { userId capabilityIds capabilities { id name proficiency } }
}`;

/** The gateway's own documents, which are trusted in every mode. */
export const OWN_DOCUMENTS: readonly string[] = [CAPABILITIES, CANDIDATES];

/**
 * The searches of the platform's mission planner. Contract: Plugin-implemented endpoints; the bodies are not documented.
 * capabilities: `{ term? }` -> `{ capabilities: [...] }`. candidates: `{ capabilityIds }` -> `{ candidates: [...] }`. 400 for a
 * malformed search, 503 if the platform does not return the data for the search.
 */
export function missionPlannerHandlers(options: SearchOptions): {
  capabilities: PluginHandler;
  candidates: PluginHandler;
} {
  return {
    capabilities: ({ term }, call) => search(options, { query: CAPABILITIES, variables: { term } }, call),
    candidates: async ({ capabilityIds }, call) =>
      isIds(capabilityIds)
        ? search(options, { query: CANDIDATES, variables: { capabilityIds } }, call)
        : { status: 400, body: { error: { message: NO_CAPABILITIES } } },
  };
}

const NO_CAPABILITIES = 'A candidate search needs `capabilityIds`: an array of at least one ID.';

const isIds = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => typeof item === 'string' || Number.isInteger(item));

interface SearchParameters {
  query: string;
  variables: Record<string, unknown>;
}

async function search(
  { clock, runner, timeout }: SearchOptions,
  parameters: SearchParameters,
  call: PluginCall,
): Promise<PluginResponse> {
  const deadline = clock.setTimeout(() => call.signal.abort(), timeout);
  const response = await runner.run(searchOperation(parameters, call));
  clock.clearTimeout(deadline);
  if (response.kind === 'stream') throw new Error('a search has a single response');
  const { result, codes } = response;
  if (!result.errors) return { status: 200, body: result.data };
  const [first] = result.errors;
  const status = codes.includes('BAD_USER_INPUT') ? 400 : 503;
  return { status, body: { error: { message: first?.message ?? 'The search failed.' } } };
}

/** A search runs as an operation, under the credential that it was sent with. */
const searchOperation = (
  parameters: SearchParameters,
  { requestId, authorization, account, signal, trace }: PluginCall,
): OperationRequest => ({
  requestId,
  authorization,
  client: UNKNOWN_CLIENT,
  // The endpoint has admitted the call.
  address: null,
  account,
  trace: trace?.operation() ?? null,
  signal,
  takesValuesOnly: true,
  refuse: () => null,
  parameters: () => parameters,
  refuseStream: needsStream,
});
