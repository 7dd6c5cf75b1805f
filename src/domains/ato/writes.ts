import { asJson } from '../../events/json.ts';
import type { AppendResult } from '../../events/log.ts';
import { APPENDED_BEFORE, writeStreamed } from '../../events/streamed-write.ts';
import type {
  CompleteAtoSignOnInput,
  RaiseAtoAlertInput,
  UpdateAtoStatusInput,
} from '../../generated/resolvers.ts';
import { badInput } from '../../graph/errors.ts';
import { checkId } from '../../graph/id-limit.ts';
import { pluginOf } from '../../platform/app-registration.ts';
import { given } from '../../platform/route.ts';
import { postAtoAlert, postAtoStatus } from '../../platform/routes/ato.ts';
import { CODE_VERIFIER, exchangeAuthorizationCode } from '../../platform/routes/auth.ts';
import { rejectSignIn } from '../../platform/token-failures.ts';
import type { TokenResponse } from '../../platform/token-response.ts';
import type { Context } from '../context.ts';
import { bindSignOn, checkMayWriteTo } from './access.ts';
import { storeAtoStatus } from './inbox.ts';
import type { RaisedAtoAlert, UpdatedAtoStatus } from './payloads.ts';
import { type AtoAlertState, KIND } from './state.ts';
import { atoTopic } from './topic.ts';
import { ALERT_TYPE, STATUS } from './vocabulary.ts';

/** Result of a sign-on. The tokens are returned whether or not they could be bound. */
interface CompletedSignOn {
  token: TokenResponse;
  requestId: string;
  bound: boolean;
}

/** Sends the verifier only if given: the platform usually starts this sign-on. Contract: Authentication 8. */
export async function completeAtoSignOn(
  { code, state, codeVerifier }: CompleteAtoSignOnInput,
  context: Context,
): Promise<CompletedSignOn> {
  const { platform, plugin } = context;
  checkId(state, ['input', 'state']);
  if (codeVerifier != null && !CODE_VERIFIER.test(codeVerifier)) {
    throw badInput(
      ['input', 'codeVerifier'],
      'INVALID',
      'must be 43 to 128 characters that the platform allows, which excludes `-`, or omitted.',
    );
  }
  const token = await platform
    .write(exchangeAuthorizationCode, {
      client_id: pluginOf(plugin).clientId,
      grant_type: 'authorization_code',
      code,
      ...given({ code_verifier: codeVerifier }),
    })
    .catch(rejectSignIn);
  const { accessToken } = token;
  // The platform has just opened the session.
  if (accessToken !== null) await context.events.confirmSession(accessToken, async () => true);
  // The code is spent: a failed binding must not cost the caller the token.
  const bound = await bindSignOn(token, state, context).catch(() => false);
  return { token, requestId: state, bound };
}

/** Contract: Endpoints, ATO plugin routes; States and transitions. */
export async function updateAtoStatus(
  { id: requestId, status, complete, cancellable }: UpdateAtoStatusInput,
  context: Context,
): Promise<UpdatedAtoStatus> {
  const change = given({ status: status && STATUS[status], complete, cancellable });
  if (Object.keys(change).length === 0)
    throw badInput(
      ['input'],
      'INCOMPLETE',
      'must contain at least one of `status`, `complete` and `cancellable`.',
    );
  const requestVisible = await checkMayWriteTo(requestId, context);
  const { events } = context;
  const write = () => context.platform.write(postAtoStatus, { requestId, ...change });
  const { deadline } = context.platform;
  const { result, streamed } = await toReaders(context, postAtoStatus, change, write, (topic, until) =>
    storeAtoStatus(events, topic, requestId, change, { deadline, until }),
  );
  return { requestId, requestVisible, streamed, extra: result };
}

/** Contract: Endpoints, ATO plugin routes; States and transitions, ATO alert type. */
export async function raiseAtoAlert(input: RaiseAtoAlertInput, context: Context): Promise<RaisedAtoAlert> {
  await checkMayWriteTo(input.requestId, context);
  const { log, clock } = context.events;
  const said = sentAlert(input);
  const write = () => context.platform.write(postAtoAlert, said);
  const alert = raisedAlert(input, new Date(clock.now()).toISOString());
  const { result, streamed } = await toReaders(context, postAtoAlert, said, write, (topic, until) => {
    const timeout = context.platform.deadline - clock.monotonic();
    return log.append(topic, { kind: KIND.alert, payload: asJson(alert) }, { timeout, until });
  });
  return { alert, streamed, extra: result };
}

const sentAlert = ({ requestId, title, text, providerId, status, type }: RaiseAtoAlertInput) => ({
  requestId,
  title,
  text,
  type: ALERT_TYPE[type ?? 'INFO'],
  ...given({ providerId, status }),
});

/** The alert that an input raises. */
export const raisedAlert = (input: RaiseAtoAlertInput, raisedAt: string): AtoAlertState => ({
  providerId: null,
  status: null,
  ...sentAlert(input),
  raisedAt,
});

/** Without a plugin, there are no streams to append to. */
async function toReaders<Result>(
  { events, loaders, platform, plugin, account }: Context,
  route: { name: string },
  said: object,
  write: () => Promise<Result>,
  append: (topic: string, until: number) => Promise<AppendResult>,
): Promise<{ result: Result; streamed: boolean | null }> {
  if (plugin === null) return { result: await write(), streamed: null };
  platform.requireTime(route, APPENDED_BEFORE);
  await loaders.auth.requireSession('ato');
  const topic = atoTopic(plugin.clientId);
  return writeStreamed(events, account, {
    topic,
    deadline: platform.deadline,
    said,
    write,
    append: (_result, until) => append(topic, until).finally(() => loaders.ato.clear()),
  });
}
