import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  introspectionFromSchema,
  isObjectType,
} from 'graphql';
import { isRecord } from '../../lib/is-record.ts';

/** Mean sizes of the values of an introspection field, as in `__Type.fields`. */
export interface IntrospectionSize {
  /** Items of the list, or the share of objects where a single value is not null. */
  readonly length: number;
  /** Bytes of one value in JSON. For fields without selections. */
  readonly bytes: number;
}

/** Measures the schema's own description, by field coordinate. */
export function measureIntrospection(schema: GraphQLSchema): ReadonlyMap<string, IntrospectionSize> {
  const totals = new Map<string, { holders: number; items: number; bytes: number }>();
  const root = schema.getType('__Schema');
  if (isObjectType(root)) addObject(root, introspectionFromSchema(schema).__schema);
  return new Map(
    [...totals].map(([coordinate, { holders, items, bytes }]) => [
      coordinate,
      { length: items / holders, bytes: items === 0 ? 0 : bytes / items },
    ]),
  );

  function addObject(type: GraphQLObjectType, object: unknown): void {
    if (!isRecord(object)) return;
    for (const field of Object.values(type.getFields())) {
      const value = object[field.name];
      if (value === undefined) continue;
      const coordinate = `${type.name}.${field.name}`;
      const total = totals.get(coordinate) ?? { holders: 0, items: 0, bytes: 0 };
      totals.set(coordinate, total);
      total.holders += 1;
      const below = getNamedType(field.type);
      for (const item of Array.isArray(value) ? value : [value]) {
        if (isObjectType(below)) {
          if (item === null) continue;
          addObject(below, item);
        } else total.bytes += JSON.stringify(item).length;
        total.items += 1;
      }
    }
  }
}
