import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { startSandbox } from 'learning-platform-kit/sandbox';
import { Projector } from 'learning-platform-projection/projector';
import { RowView, type Shape, shapeOf } from 'learning-platform-projection/shape';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM_AT } from '../../packages/projection/image.ts';
import { instantiate } from '../../packages/projection/module.ts';
import { programFor } from '../../packages/projection/program.ts';
import { imageOf } from '../../packages/projection/shape-image.ts';
import { isRecord } from '../../src/lib/is-record.ts';
import { readClassStructure } from '../../src/platform/routes/class.ts';
import { listCourses, readCourseLevels } from '../../src/platform/routes/course.ts';
import { listFriends } from '../../src/platform/routes/user.ts';
import { FULL } from '../support/fleet-form.ts';
import { Random } from '../support/random.ts';
import { largeBodies } from './bodies.ts';
import { driftedBody } from './drifted-body.ts';
import { randomFields } from './fields.ts';

/** The long form takes about five minutes. */
const SEEDS = FULL ? 200_000 : 100;
const PAGES = 16;
/** Bytes after a text that the module may look at. */
const PADDING = 32;
/** Bytes between two regions. */
const GAP = 64;
/** What is around the regions: quotes, digits, and nothing that JSON begins with. */
const FILLS = [0x22, 0x39, 0xff];

interface Kind {
  shape: Shape;
  json: unknown;
  isList: boolean;
}

const aligned = (address: number): number => (address + 15) & ~15;
const shapeFor = (read: { wire: { schema?: unknown } }): Shape => shapeOf(read.wire.schema);

/** A part of memory, and all that is not in it. */
class Region {
  readonly from: number;
  readonly to: number;

  constructor(from: number, to: number) {
    this.from = from;
    this.to = to;
  }

  static after(previous: Region, length: number): Region {
    const from = aligned(previous.to + GAP);
    return new Region(from, from + length);
  }
}

/** Memory filled with one byte but for the regions that a call gets. */
class Arena {
  readonly #memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
  readonly #bytes = Buffer.from(this.#memory.buffer);
  /** What was in it before a call; allocated once. */
  readonly #before = Buffer.from(this.#bytes);
  readonly #module = instantiate(this.#memory);

  /** @returns the index, or null. */
  read({ shape, isList }: Kind, text: Buffer, room: number, fill: number): Int32Array | null {
    const image = imageOf(shape);
    const program = new Region(PROGRAM_AT, PROGRAM_AT + image.length);
    const at = Region.after(program, text.length + PADDING);
    const index = Region.after(at, room);
    this.#fill(fill, [program, image], [at, text]);
    this.#bytes.copy(this.#before);
    const words = this.#module.read(PROGRAM_AT, isList, at.from, at.from + text.length, index.from, index.to);
    this.#expectUntouched(index);
    if (words === 0) return null;
    expect(words * 4).toBeLessThanOrEqual(room);
    return new Int32Array(this.#memory.buffer.slice(index.from, index.from + words * 4));
  }

  /** @returns what was written, with what a response limit counts of it; or null. */
  write(
    program: Uint8Array,
    text: Buffer,
    index: Int32Array,
    records: readonly number[],
    room: number,
    fill: number,
  ): { text: string; objects: number; characters: number } | null {
    const code = new Region(PROGRAM_AT, PROGRAM_AT + program.length);
    const at = Region.after(code, text.length + PADDING);
    const words = Region.after(at, index.byteLength);
    const list = Region.after(words, records.length * 4);
    const out = Region.after(list, room);
    this.#fill(
      fill,
      [code, program],
      [at, text],
      [words, new Uint8Array(index.buffer)],
      [list, new Uint8Array(Int32Array.from(records).buffer)],
    );
    this.#bytes.copy(this.#before);
    const end = this.#module.write(
      PROGRAM_AT,
      at.from,
      words.from,
      list.from,
      records.length,
      out.from,
      out.to,
    );
    this.#expectUntouched(out);
    if (end <= 1) return null;
    expect(end).toBeLessThanOrEqual(out.to);
    const { objects, characters } = this.#module;
    return {
      text: this.#bytes.toString('utf8', out.from, end),
      objects: objects.value,
      characters: characters.value,
    };
  }

  #fill(fill: number, ...contents: readonly (readonly [Region, Uint8Array])[]): void {
    this.#bytes.fill(fill, PROGRAM_AT);
    for (const [{ from, to }, bytes] of contents) {
      this.#bytes.set(bytes, from);
      this.#bytes.fill(0, from + bytes.length, to);
    }
  }

  #expectUntouched({ from, to }: Region): void {
    const before = this.#before;
    const isUntouched =
      before.subarray(PROGRAM_AT, from).equals(this.#bytes.subarray(PROGRAM_AT, from)) &&
      before.subarray(to).equals(this.#bytes.subarray(to));
    expect(isUntouched, 'memory outside of the region that was written to').toBe(true);
  }
}

/** Damages a few bytes. */
function damaged(text: Buffer, random: Random): Buffer {
  if (!random.chance(0.3) || text.length === 0) return text;
  const copy = Buffer.from(text);
  for (let count = random.below(4); count >= 0; count -= 1) {
    const at = random.below(copy.length);
    if (random.chance(0.5)) copy[at] = Buffer.from('"\\{}[],:u0-.etn\0\x1f')[random.below(18)] ?? 0;
    else copy.copy(copy, at, random.below(copy.length), copy.length - random.below(copy.length));
  }
  return random.chance(0.2) ? copy.subarray(0, random.below(copy.length)) : copy;
}

const parsed = (text: Buffer): { json: unknown } | null => {
  try {
    return { json: JSON.parse(text.toString()) };
  } catch {
    return null;
  }
};

/** As `toEqual`, but fast if both are equal, as they are almost always. */
function expectEqual(found: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(found, expected)) expect(found, what).toEqual(expected);
}

/** Expects a view to read like the row, member by member. */
function expectSameRow(view: unknown, row: unknown, shape: Shape): void {
  if (!isRecord(view) || !isRecord(row)) throw new Error('not a row');
  for (const { name, shape: rows } of shape.members) {
    const [seen, sent] = [view[name], row[name]];
    if (rows && Array.isArray(seen) && Array.isArray(sent)) {
      expect(seen.length).toBe(sent.length);
      for (const [index, item] of seen.entries()) expectSameRow(item, sent[index], rows);
    } else if (rows && seen instanceof RowView) expectSameRow(seen, sent, rows);
    else expectEqual(seen, sent, name);
  }
}

/** What a response limit counts of JSON. */
function priceOf(json: unknown): { objects: number; characters: number } {
  if (typeof json === 'string') return { objects: 0, characters: json.length };
  if (typeof json !== 'object' || json === null) return { objects: 0, characters: 0 };
  const isList = Array.isArray(json);
  const parts: [number, unknown][] = isList
    ? json.map((item) => [4, item])
    : Object.entries(json).map(([key, value]) => [key.length + 4, value]);
  const price = { objects: 0, characters: isList ? 0 : 2 };
  for (const [length, part] of parts) {
    const { objects, characters } = priceOf(part);
    price.objects += objects + (isList || (isRecord(part) && !Array.isArray(part)) ? 1 : 0);
    price.characters += length + characters;
  }
  return price;
}

/** The records of the outermost rows. */
function recordsOf({ shape, isList }: Kind, text: Buffer, index: Int32Array): number[] {
  if (!isList) return [0];
  const recording = { projector: new Projector(), shape, text, isAscii: false, index };
  return shape.rows(recording, 1, index[0] ?? 0).map(({ record }) => record);
}

describe('the projection module', () => {
  let kinds: Kind[];
  beforeAll(async () => {
    const sandbox = await startSandbox();
    const bodies = await largeBodies(sandbox);
    await sandbox.close();
    const list = bodies.get('GET /edu/v1/course/list');
    kinds = [
      { shape: shapeFor(listCourses.read), json: isRecord(list) ? list.docs : [], isList: true },
      { shape: shapeFor(listFriends.read), json: bodies.get('GET /user/v1/my/friends'), isList: true },
      {
        shape: shapeFor(readCourseLevels.read),
        json: bodies.get('GET /edu/v1/course/levels'),
        isList: false,
      },
      {
        shape: shapeFor(readClassStructure.read),
        json: bodies.get('GET /edu/v1/class/structure'),
        isList: false,
      },
    ];
  });

  it(`stays within its memory, and accepts only what it reads like the parser, for ${SEEDS} bodies`, () => {
    const arena = new Arena();
    const seen = { bodies: 0, recorded: 0, written: 0 };
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = new Random(seed);
      const kind = random.pick(kinds);
      if (!kind) throw new Error('no bodies');
      const text = damaged(driftedBody(kind.json, seed), random);
      if (text.length > 60_000 || !isUtf8(text)) continue;
      seen.bodies += 1;
      const room = random.chance(0.1) ? random.below(2000) : text.length * 3;
      const indices = FILLS.map((fill) => arena.read(kind, text, room, fill));
      const [index] = indices;
      for (const other of indices) expectEqual(other, index, `seed ${seed}`);
      if (!index) continue;
      seen.recorded += 1;
      const sent = parsed(text);
      if (!sent) throw new Error(`accepted what is not JSON: seed ${seed}`);
      const recording = { projector: new Projector(), shape: kind.shape, text, isAscii: false, index };
      const records = recordsOf(kind, text, index);
      const rows = kind.isList && Array.isArray(sent.json) ? sent.json : [sent.json];
      for (const [number, record] of records.entries())
        expectSameRow(kind.shape.row(recording, record), rows[number], kind.shape);
      const program = programFor(randomFields(kind.shape, random), kind.shape);
      if (!program) throw new Error('no program');
      const outRoom = random.chance(0.2) ? random.below(3000) : text.length * 2 + 4096;
      const written = FILLS.map((fill) => arena.write(program, text, index, records, outRoom, fill));
      const [first] = written;
      for (const other of written) expectEqual(other, first, `seed ${seed}`);
      if (!first) continue;
      seen.written += 1;
      const json: unknown = JSON.parse(first.text);
      expect(JSON.stringify(json), `seed ${seed}`).toBe(first.text);
      const { objects, characters } = priceOf(json);
      expect({ ...first, text: '' }, `seed ${seed}`).toEqual({ text: '', objects, characters });
    }
    expect(seen.recorded).toBeGreaterThan(seen.bodies / 5);
    expect(seen.written).toBeGreaterThan(seen.recorded / 10);
  }, 3_600_000);
});
