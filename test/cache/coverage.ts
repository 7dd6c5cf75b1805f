import { type GraphQLSchema, getNamedType, isAbstractType, isObjectType } from 'graphql';
import { isRecord } from '../../src/lib/is-record.ts';
import type { Answered } from './fact-base.ts';
import { coordinateOf, hasId, type Selected, selectionsOf } from './operation.ts';

/** The fields of the schema that operations have selected and responses have filled. */
export class Coverage {
  readonly selected = new Set<string>();
  /** Fields with a value other than null in some response. */
  readonly filled = new Set<string>();

  add({ operation, result }: Answered): void {
    for (const selected of selectionsOf(operation.fields)) {
      this.selected.add(coordinateOf(selected));
      const named = getNamedType(selected.field.type);
      if (isObjectType(named) && hasId(named)) this.selected.add(`${named.name}.id`);
    }
    this.#fill(operation.fields, result.data);
  }

  #fill(fields: readonly Selected[], data: unknown): void {
    if (Array.isArray(data)) for (const item of data) this.#fill(fields, item);
    if (!isRecord(data)) return;
    if ('id' in data && data.id !== null) this.filled.add(`${data.__typename}.id`);
    for (const selected of fields) {
      const value = data[selected.responseKey];
      if (value === undefined || value === null) continue;
      this.filled.add(coordinateOf(selected));
      this.#fill(selected.below, value);
    }
  }
}

/** All fields of all types that queries and subscriptions lead to. */
export function readableFields(schema: GraphQLSchema): Set<string> {
  const found = new Set<string>();
  const types = [schema.getQueryType(), schema.getSubscriptionType()].filter((type) => type != null);
  const reached = new Set(types);
  for (const type of reached) {
    for (const { name, type: result } of Object.values(type.getFields())) {
      if (name === '_service') continue;
      found.add(`${type.name}.${name}`);
      const named = getNamedType(result);
      if (isObjectType(named)) reached.add(named);
      if (isAbstractType(named)) for (const possible of schema.getPossibleTypes(named)) reached.add(possible);
    }
  }
  return found;
}
