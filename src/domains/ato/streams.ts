import type { LoggedEvent } from '../../events/log.ts';
import { rejectUnavailable } from '../../events/streamed-write.ts';
import { MappedStream, type TopicItem, type TopicStream } from '../../events/topic-stream.ts';
import type { Context } from '../context.ts';
import { atoAccessTo } from './access.ts';
import {
  type AtoAlertState,
  type AtoDistributionChange,
  type AtoRequestState,
  KIND,
  readAlert,
  readDistributionChange,
  readState,
} from './state.ts';

/** An item of an ATO subscription: the topic's, with what happened where something did. */
type AtoItem<What> = TopicItem & { what: What | null };
export type AlertItem = AtoItem<AtoAlertState>;
export type RequestItem = AtoItem<AtoRequestState>;
export type DistributionsItem = AtoItem<AtoDistributionChange>;

interface Wanted {
  /** Null: every request that the caller may read. */
  requestId: string | null;
  after: string | null;
}

export const openRequestChanges = (wanted: Wanted, context: Context): Promise<TopicStream<RequestItem>> =>
  open(wanted, context, (event) => (event.kind === KIND.request ? readState(event.payload) : null));

export const openAlerts = (wanted: Wanted, context: Context): Promise<TopicStream<AlertItem>> =>
  open(wanted, context, (event) => (event.kind === KIND.alert ? readAlert(event.payload) : null));

export const openDistributionChanges = (
  wanted: Wanted,
  context: Context,
): Promise<TopicStream<DistributionsItem>> =>
  open(wanted, context, (event) =>
    event.kind === KIND.distributions ? readDistributionChange(event.payload) : null,
  );

/** The plugin's topic, as far as the caller may read it; events of other kinds and other requests are left out. */
async function open<What extends { requestId: string | null }>(
  { requestId, after }: Wanted,
  context: Context,
  read: (event: LoggedEvent) => What | null,
): Promise<TopicStream<AtoItem<What>>> {
  const { topic, caller, only } = await atoAccessTo(requestId, context);
  const wanted = requestId ?? only;
  const { streams } = context.events;
  const binding = { topic, caller };
  const start = await streams.start(binding, context.resumeAfter ?? after).catch(rejectUnavailable);
  return new MappedStream(streams.open(binding, start, context.signal), (item) => {
    if (!item.event) return { ...item, what: null };
    const what = read(item.event);
    return what && (wanted === null || what.requestId === wanted) ? { ...item, what } : null;
  });
}
