import type { Claim } from '../../../events/ownership.ts';
import { type KeyedNotification, type ReadPage, readList } from './notification-list.ts';
import type { PollTurn } from './poll-turn.ts';
import type { ResolvedPollerSettings } from './poller-settings.ts';
import { watermarkKey } from './stored-keys.ts';
import { advance, fromText, isKnown, merge, toText, type Watermark, windowStart } from './watermark.ts';

/** Minimum lifetime of a watermark after its last poll, and the interval at which an unchanged one is rewritten. */
const WATERMARK_TTL = 30 * 86_400_000;
const WATERMARK_REFRESH = 86_400_000;

/** What one poll reads. */
export interface PollRequest {
  token: string;
  /** Start of the backfill that a follower's cursor needs. Null: none does. */
  backfillFrom: number | null;
  /** When the earliest follower started. */
  start: number;
  /** Awaited before each further page. */
  turn: PollTurn;
}

/** The polls of one user under one claim of the user's topic. */
export class PollTerm {
  readonly claim: Claim;
  /** Null: the user's notifications have never been read. */
  watermark: Watermark | null = null;
  /** Failed polls in a row. */
  failures = 0;
  readonly #userId: string;
  readonly #settings: ResolvedPollerSettings;
  /** The watermark as it is stored, and when its lifetime was last renewed. */
  #storedText: string | null = null;
  #storedAt = 0;
  /** Whether the log may have lost entries, and their keys, since the rows that the watermark lists were last confirmed. */
  #mayHaveLost = true;
  /** Start of the widest window read in this term. */
  #reach = Number.POSITIVE_INFINITY;

  constructor(userId: string, claim: Claim, settings: ResolvedPollerSettings) {
    this.#userId = userId;
    this.claim = claim;
    this.#settings = settings;
  }

  /**
   * Reads the stored watermark and renews its lifetime, so that an unchanged one need not be written.
   * @param known the latest one that this instance knows.
   */
  async restore(known: Watermark | null): Promise<void> {
    const { coordination, now } = this.#settings;
    const text = await coordination.readValue(watermarkKey(this.#userId), this.#watermarkTtl);
    this.#storedText = text;
    this.#storedAt = now();
    this.watermark = merge(fromText(text), known);
  }

  /** The store may have lost what was written last, as in a failover. */
  storeInterrupted(): void {
    this.#mayHaveLost = true;
  }

  /** Whether everything that a cursor of this time needs has been read. */
  covers(time: number): boolean {
    return time - this.#settings.overlap >= this.#reach;
  }

  /**
   * Reads one window and appends its new notifications.
   * @returns false if the list changed faster than it was read; the watermark is then unchanged.
   */
  async poll(request: PollRequest): Promise<boolean> {
    const { log, now, overlap, topicOf } = this.#settings;
    const { watermark } = this;
    const { backfillFrom, start } = request;
    const startedAt = now();
    const since = this.#windowStart(backfillFrom, start);
    const found = await readList(this.#pagesOf(request, since));
    const rows = found.rows.filter(({ createdAt }) => createdAt === null || createdAt > since);

    // Without a watermark or a cursor, the stream starts now: existing rows only form the baseline.
    const isBaseline = ({ createdAt }: KeyedNotification): boolean =>
      watermark === null && backfillFrom === null && (createdAt === null || createdAt <= start);
    const isListed = (row: KeyedNotification): boolean => watermark !== null && isKnown(watermark, row);
    const delivered = rows.filter(isListed);
    if (this.#mayHaveLost) await this.#confirm(delivered);
    for (const row of rows) {
      if (isBaseline(row) || isListed(row)) continue;
      // The log has lost what it had, also if that was during this poll.
      while ((await this.#append(row)) === 'replaced') await this.#confirm(delivered);
      delivered.push(row);
    }
    if (found.outcome === 'moving') return false;
    if (found.outcome === 'too-long') log.recordLoss(topicOf(this.#userId));

    // A watermark written under a wrong clock may be in the platform's future.
    const at = Math.min(watermark?.at ?? backfillFrom ?? start, startedAt);
    await this.#store(advance(at, { since, startedAt, rows }, overlap));
    // Even if the window was cut short: reading again would yield no more for a cursor this old.
    this.#reach = Math.min(this.#reach, since, (backfillFrom ?? Number.POSITIVE_INFINITY) - overlap);
    return true;
  }

  /** Start of the next window: the earlier of watermark and backfill. */
  #windowStart(backfillFrom: number | null, start: number): number {
    const { now, overlap, rememberFor } = this.#settings;
    const { watermark } = this;
    if (!watermark) return Math.max(0, Math.min(backfillFrom ?? start, now()) - overlap);
    const next = watermark.at > now() ? now() - overlap : windowStart(watermark, overlap);
    if (backfillFrom === null) return next;
    // Older rows are no longer deduplicated: if they were read again, every follower would receive them as new.
    const oldest = now() - rememberFor + overlap;
    return Math.min(next, Math.max(backfillFrom - overlap, oldest));
  }

  /** Reads pages one by one. Each page after the first waits for a turn of its own, because it is another platform call. */
  #pagesOf({ token, turn }: PollRequest, since: number): ReadPage {
    const { list, schedule } = this.#settings;
    const { ended } = this.claim;
    let isFirst = true;
    return async (page, limit) => {
      if (!isFirst && !ended.aborted) await turn.anotherCall();
      isFirst = false;
      if (ended.aborted) throw new Error('no longer the owner');
      return schedule.timed(() => list(token, { since, page, limit }, ended));
    };
  }

  /**
   * Makes the log treat rows as duplicates: they have been delivered, and a later window, or that of another owner, may reach
   * back to them after the watermark has dropped them or was lost.
   */
  async #confirm(rows: readonly KeyedNotification[]): Promise<void> {
    const { log, topicOf, rememberFor } = this.#settings;
    this.#mayHaveLost = false;
    if (rows.length === 0) return;
    const keys = rows.map(({ key }) => key);
    await log.deduplicate(topicOf(this.#userId), keys, rememberFor).catch((error: unknown) => {
      this.#mayHaveLost = true;
      throw error;
    });
  }

  async #append({ key, payload }: KeyedNotification): Promise<'stored' | 'replaced'> {
    const { log, topicOf, rememberFor } = this.#settings;
    const { claim } = this;
    if (claim.isHeld()) {
      const result = await log.append(
        topicOf(this.#userId),
        { kind: 'notification', payload },
        { duplicate: { key, within: rememberFor }, fence: claim.fence, signal: claim.ended },
      );
      if (result.status === 'replaced') return 'replaced';
      if (result.status !== 'fenced') return 'stored';
    }
    claim.end();
    throw new Error('no longer the owner');
  }

  async #store(watermark: Watermark): Promise<void> {
    const { coordination, now } = this.#settings;
    this.watermark = watermark;
    const text = toText(watermark);
    if (this.#storedText === text && now() < this.#storedAt + WATERMARK_REFRESH) return;
    if (!this.claim.isHeld()) throw new Error('no longer the owner');
    await coordination.writeValue(watermarkKey(this.#userId), text, { ttl: this.#watermarkTtl });
    this.#storedText = text;
    this.#storedAt = now();
  }

  get #watermarkTtl(): number {
    return Math.max(WATERMARK_TTL, 2 * this.#settings.rememberFor);
  }
}
