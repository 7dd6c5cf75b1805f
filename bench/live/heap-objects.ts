import { readFileSync } from 'node:fs';

/** Objects of one class, without what they refer to. */
export interface Objects {
  objects: number;
  bytes: number;
}

/** A heap snapshot as far as it is read. Source: V8's `HeapSnapshotJSONSerializer`. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
  strings: string[];
}

/** Long names are the text of strings and code; objects of one class share a name. */
const LONGEST_NAME = 60;
/** Types whose name is their content. */
const CONTENT = new Set(['string', 'concatenated string', 'sliced string', 'number', 'bigint', 'code']);

/** The objects of a heap snapshot by class. */
export function objectsIn(file: string): Map<string, Objects> {
  const { snapshot, nodes, strings }: Snapshot = JSON.parse(readFileSync(file, 'utf8'));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  const found = new Map<string, Objects>();
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node + (typeAt ?? 0)] ?? 0] ?? '';
    const name = CONTENT.has(type) ? '' : (strings[nodes[node + (nameAt ?? 0)] ?? 0] ?? '');
    const key = `${type} ${name.slice(0, LONGEST_NAME)}`.trim();
    const { objects, bytes } = found.get(key) ?? { objects: 0, bytes: 0 };
    found.set(key, { objects: objects + 1, bytes: bytes + (nodes[node + (sizeAt ?? 0)] ?? 0) });
  }
  return found;
}
