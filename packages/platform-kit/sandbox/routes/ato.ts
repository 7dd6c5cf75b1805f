import { randomUUID } from 'node:crypto';
import { ATO_ALERT_TYPE_DEFAULT } from '../../contract/facts.ts';
import type { AtoAlert, AtoRequest } from '../ato.ts';
import { forUsers } from '../callers.ts';
import { forbidden, found } from '../refusal.ts';
import type { Session } from '../sessions.ts';
import { type State, timestamp } from '../state.ts';

/** Contract: Endpoints, ATO plugin routes. */
export const atoHandlers = (state: State) =>
  forUsers(state, {
    updateAtoStatus: ({ session, values: { requestId, ...change } }) => {
      const request = ownRequest(state, session, requestId);
      Object.assign(request, change, { updatedDate: timestamp(state) });
      const { status, complete, cancellable, updatedDate } = request;
      return { requestId, status, complete, cancellable, updatedDate };
    },

    raiseAtoAlert: ({ session, values }) => {
      const request = ownRequest(state, session, values.requestId);
      const alert: AtoAlert = {
        alertId: `al-${randomUUID()}`,
        type: ATO_ALERT_TYPE_DEFAULT,
        ...values,
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
