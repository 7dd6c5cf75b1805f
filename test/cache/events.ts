import { as, type TestGateway } from '../support/gateway.ts';

const SIGN_ON = `mutation ($input: CompleteAtoSignOnInput!) { completeAtoSignOn(input: $input) { token { accessToken } } }`;
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { notification { id } } }`;
const ACKNOWLEDGE = `mutation ($input: AcknowledgeNotificationInput!) { acknowledgeNotification(input: $input) { notificationId } }`;
const STATUS = `mutation ($input: UpdateAtoStatusInput!) { updateAtoStatus(input: $input) { streamed } }`;
const ALERT = `mutation ($input: RaiseAtoAlertInput!) { raiseAtoAlert(input: $input) { streamed } }`;

/** Starts an ATO request. @returns its ID and the credential bound to it. */
export async function startAtoRequest(
  gateway: TestGateway,
): Promise<{ requestId: string; credential: Record<string, string> }> {
  const { requestId } = await gateway.sandbox.startAtoRequest({ userId: 'u-ana' });
  const { code } = gateway.sandbox.signOnToAto(requestId);
  const data = await change(gateway, as.nobody, SIGN_ON, { code, state: requestId });
  return { requestId, credential: as.bearer(data.completeAtoSignOn.token.accessToken) };
}

export interface EventSource {
  gateway: TestGateway;
  requestId: string;
  /** The ATO token. */
  ato: Record<string, string>;
  /** The users who receive notifications, with their credentials. */
  receivers: ReadonlyMap<string, Record<string, string>>;
}

/** One event in every stream. The request itself changes last, so that its event shows all of the changes. */
export async function causeEvents(
  { gateway, requestId, ato, receivers }: EventSource,
  turn: number,
  { persist, acknowledge }: { persist: boolean; acknowledge: boolean },
): Promise<void> {
  for (const [receiverId, credential] of receivers) {
    const input = { receiverId, text: `Turn ${turn}`, path: '/home', persist };
    const data = await change(gateway, as.instructor, SEND, input);
    const notificationId = data.sendNotification.notification?.id;
    if (acknowledge) await change(gateway, credential, ACKNOWLEDGE, { id: notificationId });
  }
  await gateway.sandbox.setDistributions(requestId, [
    { distributionId: `d-${turn}`, name: `Distribution ${turn}`, platform: 'ios', version: `${turn}` },
    { distributionId: 'd-always', name: 'Always', platform: 'android', version: '1' },
  ]);
  await change(gateway, ato, ALERT, {
    requestId,
    title: `Alert ${turn}`,
    text: 'See the log.',
    type: 'INFO',
  });
  const status = turn % 2 === 0 ? 'IN_PROGRESS' : 'UNDER_REVIEW';
  await change(gateway, ato, STATUS, { id: requestId, status });
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
