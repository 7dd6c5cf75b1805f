/** Kinds of keys and channels that belong to no topic. */
type SharedKind = 'value' | 'signal';

/** A name as a hash tag: the keys of one name share a slot of a cluster. */
const tagOf = (name: string): string => `{${encodeURIComponent(name.toWellFormed())}}`;

/** Name of a key or channel of a topic. */
export const topicKey = (prefix: string, topic: string, name: string): string =>
  `${prefix}:${tagOf(topic)}:${name}`;

/** Name of a value or a channel. */
export const sharedKey = (prefix: string, kind: SharedKind, name: string): string =>
  `${prefix}:${kind}:${tagOf(name)}`;

/** Name of the leases of the instances on the master that owns the slot of a hash tag. */
export const leasesKey = (prefix: string, tag: string): string => `${prefix}:leases:{${tag}}`;

/** Pattern of the keys of one topic, for SCAN. */
export const topicPattern = (prefix: string, topic: string): string =>
  `${literal(topicKey(prefix, topic, ''))}*`;

/** Pattern of the keys of all topics whose name starts with a text, for SCAN. */
export const topicsPattern = (prefix: string, start: string): string =>
  `${literal(`${prefix}:{${encodeURIComponent(start)}`)}*}:*`;

/** Pattern of the values whose name starts with a text, for SCAN. */
export const valuesPattern = (prefix: string, start: string): string =>
  `${literal(`${prefix}:value:{${encodeURIComponent(start)}`)}*}`;

/** The name in a key's hash tag. */
export const taggedName = (key: string): string =>
  decodeURIComponent(key.slice(key.indexOf('{') + 1, key.indexOf('}')));

/** A pattern that matches only this text. */
const literal = (text: string): string => text.replaceAll(/[\\*?[\]^]/g, '\\$&');

export const SLOTS = 16_384;

/** The hash slot of a key with a hash tag: CRC16 (XMODEM) of the text between the braces. Source: Redis Cluster specification. */
export const slotOf = (key: string): number => slotOfTag(key.slice(key.indexOf('{') + 1, key.indexOf('}')));

/** The smallest number that, as a hash tag, belongs to a slot. Takes some 16,000 attempts: call it once per slot. */
export function tagOfSlot(slot: number): string {
  let number = 0;
  while (slotOfTag(String(number)) !== slot) number += 1;
  return String(number);
}

function slotOfTag(tag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff) >>> 0;
  }
  return crc % SLOTS;
}
