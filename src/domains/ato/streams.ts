import type { Json, LoggedEvent, ReadItem } from '../../events/log.ts';
import { rejectUnavailable } from '../../events/streamed-write.ts';
import type { Gap, MappedStream, TopicItem } from '../../events/topic-stream.ts';
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
  requestOf,
} from './state.ts';

/** An item of an ATO subscription. Many subscribers have the same event, and one of them executes it for all. */
class AtoItem<Payload> {
  readonly topic: string;
  readonly #item: TopicItem;
  readonly #read: (json: Json) => Payload | null;
  /** Undefined: not read yet. */
  #payload: Payload | null | undefined;

  constructor(item: TopicItem, topic: string, read: (json: Json) => Payload | null) {
    this.#item = item;
    this.topic = topic;
    this.#read = read;
  }

  get cursor(): string {
    return this.#item.cursor;
  }

  get replayed(): boolean {
    return this.#item.replayed;
  }

  get gap(): Gap | null {
    return this.#item.gap;
  }

  get appendedAt(): number | null {
    return this.#item.appendedAt;
  }

  /** The payload as of the event. Null: a position or a gap. Parsed when it is read. */
  get payload(): Payload | null {
    const { event } = this.#item;
    if (this.#payload === undefined) this.#payload = event && this.#read(event.payload);
    return this.#payload;
  }
}
export type AlertItem = AtoItem<AtoAlertState>;
export type RequestItem = AtoItem<AtoRequestState>;
export type DistributionsItem = AtoItem<AtoDistributionChange>;

interface StreamArguments {
  /** Null: every request that the caller may read. */
  requestId?: string | null | undefined;
  after?: string | null | undefined;
}

/** Opens the part of the plugin's topic that the caller may read, without events of other kinds and other requests. */
const openerOf =
  <Payload>(kind: string, read: (json: Json) => Payload | null) =>
  async (
    { requestId = null, after = null }: StreamArguments,
    context: Context,
  ): Promise<MappedStream<ReadItem, AtoItem<Payload>>> => {
    const { topic, caller, only } = await atoAccessTo(requestId, context);
    const selected = requestId ?? only;
    const { streams } = context.events;
    const binding = { topic, caller };
    const start = await streams.start(binding, after, context.resumeAfter).catch(rejectUnavailable);
    return streams.open(binding, start, context.signal, context.account).map((item) => {
      const isSelected = item.event === null || isOf(item.event, kind, selected);
      return isSelected ? new AtoItem(item, topic, read) : null;
    });
  };

export const openRequestChanges = openerOf(KIND.request, readState);
export const openAlerts = openerOf(KIND.alert, readAlert);
export const openDistributionChanges = openerOf(KIND.distributions, readDistributionChange);

/** @param selected the only request. Null: all of them. */
function isOf(event: LoggedEvent, wanted: string, selected: string | null): boolean {
  const requestId = event.kind === wanted ? requestOf(event) : undefined;
  return requestId !== undefined && (selected === null || requestId === selected);
}
