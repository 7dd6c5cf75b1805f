import { randomUUID } from 'node:crypto';
import { ATO_ALERT_TYPE_DEFAULT, ATO_ALERT_TYPES, ATO_STATUSES } from '../../contract/facts.ts';
import { callerOf } from '../credential.ts';
import { forbidden, notFound } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { AtoAlert, AtoRequest } from '../school/ato.ts';
import type { Session } from '../sessions.ts';
import type { State } from '../state.ts';
import { timestamp } from '../state.ts';

/** Contract: Endpoints, ATO plugin routes. */
export const atoHandlers = (state: State) =>
  ({
    updateAtoStatus: (c) => {
      const { session } = callerOf(c, state);
      const { values } = c.var;
      const request = ownRequest(state, session, values.text('requestId'));
      const status = values.oneOf('status', ATO_STATUSES);
      const complete = values.optionalBoolean('complete');
      const cancellable = values.optionalBoolean('cancellable');
      request.status = status;
      request.complete = complete ?? request.complete;
      request.cancellable = cancellable ?? request.cancellable;
      request.updatedDate = timestamp(state);
      return c.json(shownStatus(request));
    },

    raiseAtoAlert: (c) => {
      const { session } = callerOf(c, state);
      const { values } = c.var;
      const request = ownRequest(state, session, values.text('requestId'));
      const providerId = values.optionalText('providerId');
      const status = values.optionalText('status');
      const alert: AtoAlert = {
        alertId: `al-${randomUUID()}`,
        requestId: request.requestId,
        title: values.text('title'),
        text: values.text('text'),
        ...(providerId !== undefined && { providerId }),
        ...(status !== undefined && { status }),
        type: values.optionalOneOf('type', ATO_ALERT_TYPES) ?? ATO_ALERT_TYPE_DEFAULT,
        createdDate: timestamp(state),
      };
      request.alerts.push(alert);
      return c.json(alert);
    },
  }) satisfies Handlers;

/** A request of the plugin and user of the sign-on. @throws Refusal 403, 404 */
function ownRequest(state: State, session: Session, requestId: string): AtoRequest {
  const request = state.atoRequests.get(requestId);
  if (!request) throw notFound('ATO request not found');
  if (request.userId !== session.userId || request.pluginClientId !== session.clientId) {
    throw forbidden('this request belongs to another user or plugin');
  }
  return request;
}

function shownStatus({ requestId, status, complete, cancellable, updatedDate }: AtoRequest) {
  return { requestId, status, complete, cancellable, updatedDate };
}
