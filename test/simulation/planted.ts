import { registerHooks } from 'node:module';
import type { Shape } from './plan.ts';

/** A change of one source file. */
interface Edit {
  file: string;
  from: string;
  to: string;
}

const noPeriodicCheck: Edit = {
  file: 'src/events/redis/events.ts',
  from: 'else value.wake(null);',
  to: 'else void value;',
};

interface Planted {
  seed: number;
  /** Default: any. */
  shape?: Shape;
  edits: readonly Edit[];
}

/** Faults that the simulation must find, each with a seed that does: what keeps a promise is taken out of the gateway. */
export const PLANTED_FAULTS = {
  'fence-removed': {
    seed: 166,
    edits: [
      {
        file: 'src/events/redis/scripts.ts',
        from: "if owner and owner ~= given.claim then return { 'fenced' } end",
        to: '',
      },
    ],
  },
  'append-after-the-claim': {
    seed: 801_659,
    edits: [
      {
        file: 'src/events/redis/events.ts',
        from: 'if (signals.some((signal) => signal?.aborted)) throw error;',
        to: 'if (signals.some((signal) => signal?.aborted)) return this.#appendAfterLosses(topic, call);',
      },
    ],
  },
  'window-as-far-back-as-the-clock': {
    seed: 1438,
    edits: [
      {
        file: 'src/domains/notification/poller/watermark.ts',
        from: 'watermark.known.size === 0 && ',
        to: '',
      },
    ],
  },
  'lost-release-trusted': {
    seed: 40277,
    edits: [
      {
        file: 'src/events/redis/ownership.ts',
        from: 'if (lease.isHeld(name)) lease.restart();',
        to: "if (error.outcome === 'refused' && lease.isHeld(name)) lease.restart();",
      },
    ],
  },
  'mark-after-the-next-event': {
    seed: 6365,
    edits: [
      {
        file: 'src/events/redis/events.ts',
        from: 'else this.#trackNewest(topic, head);',
        to: 'this.#trackNewest(topic, head);',
      },
    ],
  },
  'gap-after-the-next-event': {
    seed: 788,
    edits: [
      {
        file: 'src/events/redis/scripts.ts',
        from: "if #lost > 0 then return { 'lost', unpack(lost) } end",
        to: '',
      },
    ],
  },
  'gap-swallowed-by-reader': {
    seed: 122,
    edits: [
      {
        file: 'src/events/reader.ts',
        from: "this.#skipTo(position, event.payload === 'LOG_REPLACED' ? event.payload : 'UPSTREAM_INCOMPLETE');",
        to: 'this.#position = position;',
      },
    ],
  },
  'lost-tail-unnoticed': {
    seed: 324,
    edits: [
      {
        file: 'src/events/redis/events.ts',
        from: 'if (isLost(this.#newest.get(topic))) this.#mark(topic, TAIL_LOST);\n    else ',
        to: '',
      },
      {
        file: 'src/events/redis/scripts.ts',
        from: 'head.fellBack = stored[1] == given.seenEpoch',
        to: 'head.fellBack = false',
      },
    ],
  },
  'wake-up-lost': {
    seed: 1,
    edits: [
      {
        file: 'src/events/redis/scripts.ts',
        from: "redis.call('SPUBLISH', key.channel, head.epoch .. ' ' .. sequence .. ' ' .. time)",
        to: '',
      },
      noPeriodicCheck,
    ],
  },
  'catch-up-after-subscribing-lost': {
    seed: 7,
    edits: [
      {
        file: 'src/events/redis/topic-readers.ts',
        from: 'else this.wake(message === null ? null : positionIn(message));',
        to: 'else if (message !== null) this.wake(positionIn(message));',
      },
      noPeriodicCheck,
    ],
  },
  'unknown-outcome-tried-again': {
    seed: 4,
    edits: [
      {
        file: 'src/events/redis/scripts.ts',
        from: "if left <= 0 then return { 'unknown' } end",
        to: "if left <= 0 then return { 'begun' } end",
      },
    ],
  },
  'running-write-not-awaited': {
    seed: 2,
    edits: [
      {
        file: 'src/events/redis/scripts.ts',
        from: "return { 'running', whole(left) }",
        to: "return { 'begun' }",
      },
    ],
  },
  'list-read-before-its-place': {
    seed: 620,
    shape: 'followed',
    edits: [
      {
        file: 'src/domains/notification/loaders.ts',
        from: 'if (isFollowed) await streamCursor.load().catch(() => null);',
        to: '',
      },
    ],
  },
  'watermark-one-row-ahead': {
    seed: 2,
    shape: 'followed',
    edits: [
      {
        file: 'src/domains/notification/poller/user-poller.ts',
        from: 'for (const row of rows) {',
        to: 'for (const row of rows.slice(0, -1)) {',
      },
    ],
  },
} satisfies Record<string, Planted>;

export type PlantedFault = keyof typeof PLANTED_FAULTS;
export const isPlantedFault = (name: string): name is PlantedFault => Object.hasOwn(PLANTED_FAULTS, name);

/** The seed and the shape of a run that finds a fault. */
export const findingOf = (name: PlantedFault): Planted => PLANTED_FAULTS[name];

/** Loads the gateway with a fault from now on. */
export function plant(name: PlantedFault): void {
  const edits: readonly Edit[] = PLANTED_FAULTS[name].edits;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const own = edits.filter(({ file }) => url.endsWith(`/${file}`));
      if (own.length === 0) return loaded;
      let source = String(loaded.source);
      for (const { file, from, to } of own) {
        if (!source.includes(from)) throw new Error(`${file} no longer has: ${from}`);
        source = source.replace(from, () => to);
      }
      return { ...loaded, source };
    },
  });
}
