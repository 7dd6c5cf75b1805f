import { rejectUnavailable } from '../../events/streamed-write.ts';
import { parseAtoDistributions, parseAtoRequest } from '../../platform/inbound-ato.ts';
import { type Inbox, receiveAtoDistributions, receiveAtoRequest } from './inbox.ts';

/** Response to an inbound delivery. */
interface DeliveryResponse {
  status: 200 | 400;
  body: { received: boolean; message?: string };
}

/**
 * Handles a delivery from the platform. Resolves once the event log has stored it.
 * @param parse null: the body is not a delivery. @param required states the requirements of such a body.
 * @throws GatewayError EVENT_LOG_UNAVAILABLE
 */
const delivery =
  <Body>(
    parse: (body: unknown) => Body | null,
    receive: (inbox: Inbox, topic: string, body: Body) => Promise<void>,
    required: string,
  ) =>
  async (inbox: Inbox, topic: string, body: unknown): Promise<DeliveryResponse> => {
    const parsed = parse(body);
    if (parsed === null) return { status: 400, body: { received: false, message: required } };
    await receive(inbox, topic, parsed).catch(rejectUnavailable);
    return { status: 200, body: { received: true } };
  };

/** As {@link parseAtoRequest} accepts it. */
const ID_FORM = '1 to 256 letters, digits and signs, without spaces, `@`, `%` and `?`';

export const handleAtoRequest = delivery(
  parseAtoRequest,
  receiveAtoRequest,
  `An ATO request requires a \`requestId\`: ${ID_FORM}.`,
);

export const handleAtoDistributions = delivery(
  parseAtoDistributions,
  receiveAtoDistributions,
  `A distribution change requires the array \`distributions\`; \`requestId\` must be ${ID_FORM}, or omitted.`,
);
