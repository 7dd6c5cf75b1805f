import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { badInput } from './errors.ts';

/** Maximum length of an ID that a client sends, in bytes. The platform's own are a few dozen. */
const MAXIMUM_BYTES = 256;

/** @throws GatewayError BAD_USER_INPUT if the ID is too long. */
export function checkId(id: string, argument: string): void {
  if (!isWithinLimit(id)) throw badInput(argument, `must be at most ${MAXIMUM_BYTES} bytes.`);
}

export const isWithinLimit = (id: string): boolean =>
  id.length <= MAXIMUM_BYTES && Buffer.byteLength(id) <= MAXIMUM_BYTES;

/** Makes every field of the schema check the IDs among its arguments before its resolver runs. */
export function limitIds(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) limitIdsOf(field);
  }
}

type Resolver = NonNullable<GraphQLField<unknown, unknown>['resolve']>;

function limitIdsOf(field: GraphQLField<unknown, unknown>): void {
  const check = checkOfMembers(field.args);
  if (!check) return;
  const limited = (resolve: Resolver): Resolver => {
    const checked: Resolver = (source, args, context, info) => {
      check(args, '');
      return resolve(source, args, context, info);
    };
    // The executor creates `info` only for resolvers that declare it.
    return Object.defineProperty(checked, 'length', { value: resolve.length });
  };
  if (field.resolve) field.resolve = limited(field.resolve);
  if (field.subscribe) field.subscribe = limited(field.subscribe);
}

/** Checks the IDs in an argument's value. */
type Check = (value: unknown, path: string) => void;

/** Null: values of the type have no IDs. */
function checkOf(type: GraphQLInputType): Check | null {
  if (isNonNullType(type)) return checkOf(type.ofType);
  if (isListType(type)) {
    const check = checkOf(type.ofType);
    return (
      check &&
      ((items, path) => {
        if (Array.isArray(items)) for (const item of items) check(item, path);
      })
    );
  }
  if (isInputObjectType(type)) return checkOfMembers(Object.values(type.getFields()));
  return type === GraphQLID ? checkIfText : null;
}

const checkIfText: Check = (value, path) => {
  if (typeof value === 'string') checkId(value, path);
};

function checkOfMembers(members: readonly (GraphQLArgument | GraphQLInputField)[]): Check | null {
  const checks = members.flatMap(({ name, type }) => {
    const check = checkOf(type);
    return check ? [{ name, check }] : [];
  });
  if (checks.length === 0) return null;
  return (value, path) => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name, check } of checks)
      check(Reflect.get(value, name), path === '' ? name : `${path}.${name}`);
  };
}
