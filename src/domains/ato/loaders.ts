import type { EventLog, RetainedEvents } from '../../events/log.ts';
import { rejectUnavailable } from '../../events/streamed-write.ts';
import { type Connection, cursorPosition, type PageArguments, pageSize } from '../../graph/connection.ts';
import { type PluginRegistration, pluginOf } from '../../platform/app-registration.ts';
import { type AtoAlertState, type AtoRequestState, KIND, readAlert } from './state.ts';
import { atoTopic } from './topic.ts';

export interface AtoAlertPage extends Connection<AtoAlertState> {
  /** Whether no alert since the request was received can be missing. */
  isComplete: boolean;
}

/**
 * Alerts of one operation, newest first.
 *
 * alerts: a page of the alerts of a request; the topic, which has those of all requests, is read once.
 */
export function atoLoaders(log: EventLog, plugin: PluginRegistration) {
  let retained: Promise<RetainedEvents> | null = null;
  return {
    alerts: async (
      { requestId, receivedAt }: AtoRequestState,
      page: PageArguments,
    ): Promise<AtoAlertPage> => {
      const scope = `atoAlerts:${requestId}`;
      const size = pageSize(page);
      const after = cursorPosition(page, scope);
      retained ??= log.retained(atoTopic(pluginOf(plugin).clientId), KIND.alert).catch(rejectUnavailable);
      const { events, completeSince } = await retained;
      const alerts = events.toReversed().flatMap(({ position, event }) => {
        const alert = readAlert(event.payload);
        return alert?.requestId === requestId ? [{ alert, position: position.sequence }] : [];
      });
      const following = after === null ? alerts : alerts.filter(({ position }) => position < after);
      const shown = following.slice(0, size);
      return {
        rows: shown.map(({ alert }) => alert),
        positions: shown.map(({ position }) => position),
        offset: after === null ? 0 : 1,
        total: alerts.length,
        hasNextPage: following.length > shown.length,
        scope,
        isComplete: completeSince <= Date.parse(receivedAt),
      };
    },
    clear: (): void => {
      retained = null;
    },
  };
}
