import type { Context } from '../../context.ts';
import type {
  AtoAlertType,
  AtoStatus,
  CompleteAtoSignOnInput,
  RaiseAtoAlertInput,
  RaiseAtoAlertPayload,
  UpdateAtoStatusInput,
  UpdateAtoStatusPayload,
} from '../../generated/resolvers.ts';
import { badInput } from '../../graph/errors.ts';
import { pluginOf } from '../../platform/app-registration.ts';
import { given } from '../../platform/route.ts';
import {
  type AtoAlertTypeText,
  type AtoStatusText,
  postAtoAlert,
  postAtoStatus,
} from '../../platform/routes/ato.ts';
import { CODE_VERIFIER, exchangeAuthorizationCode } from '../../platform/routes/auth.ts';
import { readTokens, type TokenReply } from '../../platform/token-reply.ts';

const STATUS: Record<AtoStatus, AtoStatusText> = {
  NOT_STARTED: 'not-started',
  IN_PROGRESS: 'in-progress',
  ACTION_REQUIRED: 'action-required',
  UNDER_REVIEW: 'under-review',
  COMPLETED: 'completed',
};

const ALERT_TYPE: Record<AtoAlertType, AtoAlertTypeText> = {
  INFO: 'info',
  SUCCESS: 'success',
  WARNING: 'warning',
  ERROR: 'error',
};

/** The verifier goes out only where there is one: the platform starts this sign-on. Contract: Authentication 8. */
export async function completeAtoSignOn(
  { code, state, codeVerifier }: CompleteAtoSignOnInput,
  { platform, plugin }: Context,
): Promise<{ token: TokenReply; requestId: string }> {
  if (code === '') throw badInput('input.code', 'must not be empty.');
  if (state === '') throw badInput('input.state', 'must not be empty.');
  if (codeVerifier != null && !CODE_VERIFIER.test(codeVerifier)) {
    throw badInput(
      'input.codeVerifier',
      'must be 43 to 128 characters of A-Z, a-z, 0-9, `.`, `_` and `~`, or left out.',
    );
  }
  const reply = await platform.write(exchangeAuthorizationCode, {
    client_id: pluginOf(plugin).clientId,
    grant_type: 'authorization_code',
    code,
    ...given({ code_verifier: codeVerifier }),
  });
  return { token: readTokens(reply), requestId: state };
}

/** Contract: Endpoints, ATO plugin routes; States and transitions. */
export async function updateAtoStatus(
  { requestId, status, complete, cancellable }: UpdateAtoStatusInput,
  { platform }: Context,
): Promise<UpdateAtoStatusPayload> {
  const extra = await platform.write(postAtoStatus, {
    requestId,
    status: STATUS[status],
    ...given({ complete, cancellable }),
  });
  return { accepted: true, extra };
}

/** Contract: Endpoints, ATO plugin routes; States and transitions, ATO alert type. */
export async function raiseAtoAlert(
  { requestId, title, text, providerId, status, type }: RaiseAtoAlertInput,
  { platform }: Context,
): Promise<RaiseAtoAlertPayload> {
  const extra = await platform.write(postAtoAlert, {
    requestId,
    title,
    text,
    ...given({ providerId, status: status && STATUS[status] }),
    type: ALERT_TYPE[type ?? 'INFO'],
  });
  return { accepted: true, extra };
}
