import type { EventLog } from '../../events/log.ts';
import { readAtoDistributions, readAtoRequest } from '../../platform/inbound-ato.ts';
import { receiveAtoDistributions, receiveAtoRequest } from './inbox.ts';

/** What an inbound call is answered with. */
interface Taken {
  status: 200 | 400;
  body: { received: boolean; message?: string };
}

const NOT_UNDERSTOOD = (wanted: string): Taken => ({
  status: 400,
  body: { received: false, message: wanted },
});
/** As {@link readAtoRequest} takes it. */
const ID_FORM = '1 to 128 letters, digits, `.`, `_`, `:` or `-`';
const RECEIVED: Taken = { status: 200, body: { received: true } };

/** Takes an ATO request as the platform sends it: answered once the log has it. @throws LogUnavailable */
export async function takeAtoRequest(log: EventLog, topic: string, body: unknown): Promise<Taken> {
  const request = readAtoRequest(body);
  if (!request) return NOT_UNDERSTOOD(`An ATO request needs a \`requestId\`: ${ID_FORM}.`);
  await receiveAtoRequest(log, topic, request);
  return RECEIVED;
}

/** Takes a change of distributions: answered once the log has it. @throws LogUnavailable */
export async function takeAtoDistributions(log: EventLog, topic: string, body: unknown): Promise<Taken> {
  const change = readAtoDistributions(body);
  if (!change)
    return NOT_UNDERSTOOD(
      `A distribution change needs the array \`distributions\`; \`requestId\` is ${ID_FORM}, or left out.`,
    );
  await receiveAtoDistributions(log, topic, change);
  return RECEIVED;
}
