import { as, type TestGateway } from '../support/gateway.ts';
import { signOnToAto } from '../support/sign-in.ts';

const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { notification { id } } }`;
const ACKNOWLEDGE = `mutation ($input: AcknowledgeNotificationInput!) { acknowledgeNotification(input: $input) { notificationId } }`;
const STATUS = `mutation ($input: UpdateAtoStatusInput!) { updateAtoStatus(input: $input) { streamed } }`;
const ALERT = `mutation ($input: RaiseAtoAlertInput!) { raiseAtoAlert(input: $input) { streamed } }`;

/** Starts an ATO request. @returns its ID and the credential bound to it. */
export async function startAtoRequest(
  gateway: TestGateway,
): Promise<{ requestId: string; credential: Record<string, string> }> {
  const { requestId } = await gateway.sandbox.startAtoRequest({ userId: 'u-ana' });
  const { token } = await signOnToAto(gateway, requestId);
  return { requestId, credential: as.bearer(token) };
}

export interface EventSource {
  gateway: TestGateway;
  requestId: string;
  /** The ATO token. */
  ato: Record<string, string>;
  /** The users who receive notifications, with their credentials. */
  receivers: ReadonlyMap<string, Record<string, string>>;
}

interface Turn {
  number: number;
  persist: boolean;
  acknowledge: boolean;
}

interface Cause {
  /** The streams that have an event of it, by the names of their fields. */
  streams: readonly string[];
  apply(source: EventSource, turn: Turn): Promise<void>;
}

/** Together they cause an event in every stream. The request itself changes last, so that its event shows all of the changes. */
const CAUSES: readonly Cause[] = [
  {
    streams: ['notificationReceived'],
    apply: async ({ gateway, receivers }, { number, persist, acknowledge }) => {
      for (const [receiverId, credential] of receivers) {
        const input = { receiverId, text: `Turn ${number}`, path: '/home', persist };
        const data = await change(gateway, as.instructor, SEND, input);
        const notificationId = data.sendNotification.notification?.id;
        if (acknowledge) await change(gateway, credential, ACKNOWLEDGE, { id: notificationId });
      }
    },
  },
  {
    streams: ['atoDistributionsChanged'],
    apply: async ({ gateway, requestId }, { number }) => {
      await gateway.sandbox.setDistributions(requestId, [
        {
          distributionId: `d-${number}`,
          name: `Distribution ${number}`,
          platform: 'ios',
          version: `${number}`,
        },
        { distributionId: 'd-always', name: 'Always', platform: 'android', version: '1' },
      ]);
    },
  },
  {
    streams: ['atoAlertRaised'],
    apply: async ({ gateway, requestId, ato }, { number }) => {
      const alert = { title: `Alert ${number}`, text: 'See the log.', type: 'INFO' };
      await change(gateway, ato, ALERT, { requestId, ...alert });
    },
  },
  {
    streams: ['atoRequestChanged'],
    apply: async ({ gateway, requestId, ato }, { number }) => {
      const status = number % 2 === 0 ? 'IN_PROGRESS' : 'UNDER_REVIEW';
      await change(gateway, ato, STATUS, { id: requestId, status });
    },
  },
];

/** Causes an event in each of the streams, which are then waited for. @throws Error if nothing causes one in some of them. */
export async function causeEvents(
  source: EventSource,
  streams: readonly string[],
  turn: Turn,
): Promise<void> {
  const caused = CAUSES.flatMap((cause) => cause.streams);
  const silent = streams.filter((name) => !caused.includes(name));
  if (silent.length > 0) throw new Error(`test/cache/events.ts causes no event in ${silent.join(', ')}`);
  for (const cause of CAUSES) await cause.apply(source, turn);
}

async function change(
  gateway: TestGateway,
  credential: Record<string, string>,
  document: string,
  input: Record<string, unknown>,
) {
  const { data, errors } = await gateway.query(document, { as: credential, variables: { input } });
  if (errors.length > 0) throw new Error(`a change failed: ${JSON.stringify(errors)}`);
  return data;
}
