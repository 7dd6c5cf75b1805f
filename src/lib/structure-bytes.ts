const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const COMMA = 0x2c;
/** Bytes that a list or object takes, and an item or member, beside their text. */
const CONTAINER_BYTES = 64;
const ITEM_BYTES = 16;

/** Estimated bytes that the lists and objects of a JSON text take when it is parsed: 30 times its size for `[[],[],…]`. */
export function structureBytes(json: Uint8Array): number {
  let containers = 0;
  let items = 0;
  // Those within strings count as well: an estimate may be too high.
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === COMMA) items += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) containers += 1;
  }
  return CONTAINER_BYTES * containers + ITEM_BYTES * items;
}
