/** Distinct headers that are remembered; clients send a handful. */
const MAXIMUM = 100;
/** Characters of a header; browsers send about 150. */
const LONGEST = 1000;

/** Remembers what was read of headers, which are mostly the same. A client that makes some up makes others be read again. */
export function remembered<Value>(read: (header: string) => Value): (header: string) => Value {
  const known = new Map<string, Value>();
  return (header) => {
    const before = known.get(header);
    if (before !== undefined) return before;
    const value = read(header);
    if (known.size >= MAXIMUM) known.clear();
    if (header.length <= LONGEST) known.set(header, value);
    return value;
  };
}
