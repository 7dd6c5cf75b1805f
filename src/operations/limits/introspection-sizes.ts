import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  introspectionFromSchema,
  isObjectType,
} from 'graphql';
import { isRecord } from '../../lib/is-record.ts';

/** The values of an introspection field in all, as in `__Type.fields`. */
export interface IntrospectionSize {
  /** Objects that have the field. */
  holders: number;
  /** Items of the lists, or the single values; of objects, those that are not null. */
  items: number;
  /** Bytes of all items in JSON. For fields without selections. */
  bytes: number;
}

/** Measures the schema's own description, by field coordinate. */
export function measureIntrospection(schema: GraphQLSchema): ReadonlyMap<string, IntrospectionSize> {
  const totals = new Map<string, IntrospectionSize>();
  const root = schema.getType('__Schema');
  if (isObjectType(root)) addObject(root, introspectionFromSchema(schema).__schema);
  return totals;

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
