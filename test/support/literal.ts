import { type GraphQLInputType, getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql';
import { isRecord } from '../../src/lib/is-record.ts';

/** Stands for a variable within a value. */
export class Variable {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The value in GraphQL's notation. @param type null: of any JSON. */
export function literal(value: unknown, type: GraphQLInputType | null): string {
  if (value instanceof Variable) return `$${value.name}`;
  const nullable = type && getNullableType(type);
  if (Array.isArray(value)) {
    const item = isListType(nullable) ? nullable.ofType : null;
    return `[${value.map((one) => literal(one, item)).join(', ')}]`;
  }
  if (isRecord(value)) {
    const fields = isInputObjectType(nullable) ? nullable.getFields() : {};
    const members = Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : [`${name}: ${literal(one, fields[name]?.type ?? null)}`],
    );
    return `{ ${members.join(', ')} }`;
  }
  return isEnumType(nullable) && typeof value === 'string' ? value : JSON.stringify(value);
}
