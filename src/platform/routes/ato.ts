import { writeRoute } from '../route.ts';
import { accepted } from '../wire.ts';

/** Contract: States and transitions, ATO request status. */
export const ATO_STATUSES = [
  'not-started',
  'in-progress',
  'action-required',
  'under-review',
  'completed',
] as const;
export type AtoStatusText = (typeof ATO_STATUSES)[number];
/** Contract: States and transitions, ATO alert type. */
export type AtoAlertTypeText = 'info' | 'success' | 'warning' | 'error';

/** POST /plugin/v1/ato/status: sets the status of a request, its flags, or both. Contract: Endpoints, ATO plugin routes. */
export const postAtoStatus = writeRoute<{
  requestId: string;
  status?: AtoStatusText;
  complete?: boolean;
  cancellable?: boolean;
}>().at('POST', '/plugin/v1/ato/status', accepted('requestId', 'status', 'complete', 'cancellable'), {
  credential: 'ato',
});

/** POST /plugin/v1/ato/alert: each call adds an alert. Contract: Endpoints, ATO plugin routes. */
export const postAtoAlert = writeRoute<{
  requestId: string;
  title: string;
  text: string;
  providerId?: string;
  /** Any text: only the status of a request has a list of values. */
  status?: string;
  type: AtoAlertTypeText;
}>().at(
  'POST',
  '/plugin/v1/ato/alert',
  accepted('requestId', 'title', 'text', 'providerId', 'status', 'type'),
  { credential: 'ato' },
);
