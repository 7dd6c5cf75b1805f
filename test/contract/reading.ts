import type { EventReader, Json, Position, ReadItem } from '../../src/events/log.ts';

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Reads the next `count` items. */
export async function take(reader: EventReader, count: number): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  while (items.length < count) {
    const { done, value } = await reader.next();
    if (done) throw new Error(`the reader ended after ${items.length} items`);
    items.push(value);
  }
  return items;
}

/** The reader's start position: its first item. */
export async function positionOf(reader: EventReader): Promise<Position> {
  const [item] = await take(reader, 1);
  if (item?.type !== 'position') throw new Error(`a ${item?.type} before the position`);
  return item.position;
}

/** Short form of an item: an event's payload, a gap's reason. */
export function brief(item: ReadItem): Json {
  if (item.type === 'event') return item.event.payload;
  return item.type === 'gap' ? item.reason : item.type;
}

/** Reads the next `count` items in short form. */
export const takeBrief = async (reader: EventReader, count: number): Promise<Json[]> =>
  (await take(reader, count)).map(brief);
