import { randomUUID } from 'node:crypto';
import { ATO_ALERT_TYPE_DEFAULT, ATO_ALERT_TYPES, ATO_STATUSES } from '../../contract/facts.ts';
import type { AtoAlert, AtoRequest } from '../ato.ts';
import { forUsers } from '../callers.ts';
import { forbidden, found } from '../refusal.ts';
import type { Session } from '../sessions.ts';
import { type State, timestamp } from '../state.ts';

/** Contract: Endpoints, ATO plugin routes. */
export const atoHandlers = (state: State) =>
  forUsers(state, {
    updateAtoStatus: ({ session, values }) => {
      const request = ownRequest(state, session, values.text('requestId'));
      request.status = values.oneOf('status', ATO_STATUSES);
      request.complete = values.optionalBoolean('complete') ?? request.complete;
      request.cancellable = values.optionalBoolean('cancellable') ?? request.cancellable;
      request.updatedDate = timestamp(state);
      return shownStatus(request);
    },

    raiseAtoAlert: ({ session, values }) => {
      const request = ownRequest(state, session, values.text('requestId'));
      const alert: AtoAlert = {
        alertId: `al-${randomUUID()}`,
        requestId: request.requestId,
        title: values.text('title'),
        text: values.text('text'),
        ...values.texts('providerId', 'status'),
        type: values.optionalOneOf('type', ATO_ALERT_TYPES) ?? ATO_ALERT_TYPE_DEFAULT,
        createdDate: timestamp(state),
      };
      request.alerts.push(alert);
      return alert;
    },
  });

/** A request of the plugin and user of the sign-on. @throws Refusal 403, 404 */
function ownRequest(state: State, session: Session, requestId: string): AtoRequest {
  const request = found(state.atoRequests.get(requestId), 'ATO request');
  if (request.userId !== session.userId || request.pluginClientId !== session.clientId) {
    throw forbidden('this request belongs to another user or plugin');
  }
  return request;
}

function shownStatus({ requestId, status, complete, cancellable, updatedDate }: AtoRequest) {
  return { requestId, status, complete, cancellable, updatedDate };
}
