import { rejectUnavailable } from '../../events/streamed-write.ts';
import { parseAtoDistributions, parseAtoRequest } from '../../platform/inbound-ato.ts';
import { receiveAtoDistributions, receiveAtoRequest, type Store } from './inbox.ts';

/** Response to an inbound delivery. */
interface DeliveryResponse {
  status: 200 | 400;
  body: { received: boolean; message?: string };
}

const badRequest = (message: string): DeliveryResponse => ({
  status: 400,
  body: { received: false, message },
});
/** As {@link parseAtoRequest} accepts it. */
const ID_FORM = '1 to 128 letters, digits, `.`, `_`, `:` or `-`';
const RECEIVED: DeliveryResponse = { status: 200, body: { received: true } };

/** Handles an ATO request from the platform. Resolves once the event log has stored it. @throws GatewayError EVENT_LOG_UNAVAILABLE */
export async function handleAtoRequest(
  store: Store,
  topic: string,
  body: unknown,
): Promise<DeliveryResponse> {
  const request = parseAtoRequest(body);
  if (!request) return badRequest(`An ATO request requires a \`requestId\`: ${ID_FORM}.`);
  await receiveAtoRequest(store, topic, request).catch(rejectUnavailable);
  return RECEIVED;
}

/** Handles a set of distributions from the platform. Resolves once the log has stored it. @throws GatewayError EVENT_LOG_UNAVAILABLE */
export async function handleAtoDistributions(
  store: Store,
  topic: string,
  body: unknown,
): Promise<DeliveryResponse> {
  const change = parseAtoDistributions(body);
  if (!change)
    return badRequest(
      `A distribution change requires the array \`distributions\`; \`requestId\` must be ${ID_FORM}, or omitted.`,
    );
  await receiveAtoDistributions(store, topic, change).catch(rejectUnavailable);
  return RECEIVED;
}
