import type { HistoryRecord } from '../chaos/history.ts';
import type { Random } from '../support/random.ts';
import type { GatewayProcess } from './gateway-process.ts';
import type { NotificationList } from './instance.ts';
import { ask } from './request.ts';
import type { Host } from './timeline.ts';

export interface StoreOptions {
  name: string;
  userId: string;
  processes: readonly GatewayProcess[];
  host: Host;
  random: Random;
  authorization(): string;
}

/** Milliseconds before a client asks for a list again. */
const RETRY = 500;

/** The notifications of a client that reads the list, and then follows the stream. */
export class NotificationStore {
  readonly name: string;
  readonly userId: string;
  readonly #options: StoreOptions;
  /** Texts by ID. */
  readonly #texts = new Map<string, string>();
  /** IDs that were added with another text than before. */
  readonly #changed: string[] = [];

  constructor(options: StoreOptions) {
    this.#options = options;
    this.name = options.name;
    this.userId = options.userId;
  }

  add(id: string, text: string): void {
    if ((this.#texts.get(id) ?? text) !== text) this.#changed.push(id);
    this.#texts.set(id, text);
  }

  /** Reads the list from any instance, until it has one with its place in the stream. */
  read(onRead: (list: NotificationList & { cursor: string }) => void): void {
    const { processes, random, host, authorization } = this.#options;
    const process = random.one(processes);
    const onAnswer = (list: NotificationList | null): void => {
      for (const { id, text } of list?.rows ?? []) this.add(id, text);
      if (list && list.cursor !== null) onRead({ ...list, cursor: list.cursor });
      else host.after(RETRY, () => this.read(onRead));
    };
    ask<NotificationList | null>(process, host, () => process.instance?.list(authorization()), onAnswer);
  }

  /** What is missing of the stored notifications that the platform has accepted, or is there twice, in words. */
  violations(records: readonly HistoryRecord[]): string[] {
    const accepted = records.flatMap((record) =>
      record.kind === 'accepted' && record.source === `${this.userId} elsewhere`
        ? [`${record.source} ${record.number}`]
        : [],
    );
    const texts = [...this.#texts.values()];
    return [
      ...accepted.filter((text) => !texts.includes(text)).map((text) => `${this.name} has no ${text}`),
      ...texts
        .filter((text, index) => texts.indexOf(text) !== index)
        .map((text) => `${this.name} has ${text} under two IDs`),
      ...this.#changed.map((id) => `${this.name} has two notifications with the ID ${id}`),
    ];
  }
}
