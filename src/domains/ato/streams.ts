import type { LoggedEvent, ReadItem } from '../../events/log.ts';
import { rejectUnavailable } from '../../events/streamed-write.ts';
import type { MappedStream, TopicItem } from '../../events/topic-stream.ts';
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

/** An item of an ATO subscription. */
type AtoItem<Payload> = TopicItem & {
  /** What the event says, as of then. Null: a position or a gap. */
  payload: Payload | null;
  topic: string;
};
export type AlertItem = AtoItem<AtoAlertState>;
export type RequestItem = AtoItem<AtoRequestState>;
export type DistributionsItem = AtoItem<AtoDistributionChange>;

type AtoStream<Item> = MappedStream<ReadItem, Item>;

interface StreamArguments {
  /** Null: every request that the caller may read. */
  requestId: string | null;
  after: string | null;
}

export const openRequestChanges = (
  args: StreamArguments,
  context: Context,
): Promise<AtoStream<RequestItem>> =>
  open(args, context, (event) => (event.kind === KIND.request ? readState(event.payload) : null));

export const openAlerts = (args: StreamArguments, context: Context): Promise<AtoStream<AlertItem>> =>
  open(args, context, (event) => (event.kind === KIND.alert ? readAlert(event.payload) : null));

export const openDistributionChanges = (
  args: StreamArguments,
  context: Context,
): Promise<AtoStream<DistributionsItem>> =>
  open(args, context, (event) =>
    event.kind === KIND.distributions ? readDistributionChange(event.payload) : null,
  );

/** Opens the part of the plugin's topic that the caller may read, without events of other kinds and other requests. */
async function open<Payload extends { requestId: string | null }>(
  { requestId, after }: StreamArguments,
  context: Context,
  read: (event: LoggedEvent) => Payload | null,
): Promise<AtoStream<AtoItem<Payload>>> {
  const { topic, caller, only } = await atoAccessTo(requestId, context);
  const selected = requestId ?? only;
  const { streams } = context.events;
  const binding = { topic, caller };
  const start = await streams.start(binding, after, context.resumeAfter).catch(rejectUnavailable);
  return streams.open(binding, start, context.signal).map((item) => {
    if (!item.event) return { ...item, topic, payload: null };
    const payload = read(item.event);
    return payload && (selected === null || payload.requestId === selected)
      ? { ...item, topic, payload }
      : null;
  });
}
