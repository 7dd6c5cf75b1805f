import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config/config.ts';
import type { Demo } from '../explorer/demo.ts';
import type { Link } from '../explorer/page.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../telemetry/log.ts';
import type { MountedHandler } from '../transports/http/mounted-handler.ts';

/**
 * The reference of the graph. Loaded only if enabled, so that other gateways do not pay for it.
 * @param links of the explorer pages. Null: they are off.
 */
export async function loadReference(
  clock: Clock,
  schema: GraphQLSchema,
  { listEstimate, explorerHosts }: Config,
  links: readonly Link[] | null,
  demo: Demo | null,
  log: Log,
): Promise<MountedHandler> {
  const [{ openReference }, { REFERENCE }, { readReferenceSource }] = await Promise.all([
    import('../explorer/reference/reference.ts'),
    import('../explorer/reference/addresses.ts'),
    import('./reference-source.ts'),
  ]);
  return openReference({
    clock,
    source: () => readReferenceSource(schema, listEstimate),
    links: links ?? [REFERENCE],
    identities: demo?.identities ?? [],
    hosts: explorerHosts,
    onProblem: (problem) => log.error({ err: problem }, 'reference'),
  });
}
