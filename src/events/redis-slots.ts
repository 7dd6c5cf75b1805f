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
