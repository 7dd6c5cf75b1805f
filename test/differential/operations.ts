import fc from 'fast-check';
import { SAMPLES } from '../projection/samples.ts';
import { type DocumentOptions, documents } from '../support/documents.ts';
import { as } from '../support/gateway.ts';
import { schema } from '../support/schema.ts';
import type { Request, Weather } from './pair.ts';

/** Each gateway has its own log. */
const CURSORS = ['NotificationConnection.streamCursor', 'AtoRequestConnection.streamCursor'];
/** All of the graph but those. */
const WIDE: DocumentOptions = {
  depth: 5,
  leaveOut: CURSORS,
  samples: {
    id: ['c-first-aid', 'c-knots', 'g-first-aid-spring', 'nowhere'],
    first: [1, 2, 0, 100],
    after: [null, 'altered'],
    term: ['a'],
    key: ['', 'a.b'],
    count: [5],
    userIds: [['u-okafor', 'u-ana']],
  },
};
const LISTS = { ...SAMPLES, leaveOut: [...SAMPLES.leaveOut, ...CURSORS] };
const GENERATORS = [documents(schema, WIDE), documents(schema, LISTS)];

const CALLERS = Object.entries({
  student: as.student,
  instructor: as.instructor,
  plugin: as.plugin,
  nobody: as.nobody,
  'an unknown token': as.bearer('unknown'),
});
/** Students and instructors see most of the graph. */
const TURNS = [0, 0, 0, 1, 1, 1, 2, 3, 4];

/** The operation with this number in the run of a seed. */
export function operationOf(
  seed: number,
  number: number,
): { caller: string; request: Request; weather: Weather } {
  const own = (Math.imul(seed, 2_654_435_761) + number) | 0;
  const generator = GENERATORS[number % GENERATORS.length];
  const [query = ''] = generator ? fc.sample(generator, { numRuns: 1, seed: own }) : [];
  const [caller, headers] = CALLERS[TURNS[number % TURNS.length] ?? 0] ?? ['nobody', {}];
  const kind = Math.floor(number / 2) % 4;
  return {
    caller,
    request: { query, headers },
    weather: { seed: own >>> 0, drifts: kind > 0, fails: kind === 3 },
  };
}
