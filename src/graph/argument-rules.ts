import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { isRecord } from '../lib/is-record.ts';
import { badInput, GatewayError, type InputPath, type InvalidInput } from './errors.ts';
import { isWithinLimit, TOO_LONG } from './id-limit.ts';

/**
 * Makes every field check its arguments before its resolver runs: a required text or ID must not be empty, because the
 * platform treats an empty parameter like a missing one, and an ID has a maximum length. If the platform knows nothing with
 * the only ID of a mutation, the error names that argument.
 */
export function enforceArgumentRules(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      enforceRulesOf(field);
      if (type === schema.getMutationType()) nameUnknownId(field);
    }
  }
}

type Resolver = NonNullable<GraphQLField<unknown, unknown>['resolve']>;

function enforceRulesOf(field: GraphQLField<unknown, unknown>): void {
  const check = checkOfMembers(field.args);
  if (!check) return;
  const checking = (resolve: Resolver): Resolver => {
    const checked: Resolver = (source, args, context, info) => {
      const violation = check(args);
      if (violation) throw badInput(violation.path, violation.invalid, violation.problem);
      return resolve(source, args, context, info);
    };
    // The executor creates `info` only for resolvers that declare it.
    return Object.defineProperty(checked, 'length', { value: resolve.length });
  };
  if (field.resolve) field.resolve = checking(field.resolve);
  if (field.subscribe) field.subscribe = checking(field.subscribe);
}

/** The platform does not say which of several IDs is unknown. */
function nameUnknownId(field: GraphQLField<unknown, unknown>): void {
  const { resolve, args } = field;
  if (!resolve) return;
  const naming: Resolver = async (source, given, context, info) => {
    try {
      return await resolve(source, given, context, info);
    } catch (error) {
      const [path, another] = [...idsIn(args, given)];
      const isUnknown = error instanceof GatewayError && error.code === 'NOT_FOUND';
      if (isUnknown && path && !another)
        Object.assign(error.extensions, { argument: path, reason: 'NOT_FOUND' });
      throw error;
    }
  };
  field.resolve = Object.defineProperty(naming, 'length', { value: resolve.length });
}

/** The paths of the IDs among the arguments of a field, or the members of an input. */
function* idsIn(
  members: readonly (GraphQLArgument | GraphQLInputField)[],
  given: unknown,
): Generator<InputPath> {
  if (!isRecord(given)) return;
  for (const { name, type } of members) {
    const named = isNonNullType(type) ? type.ofType : type;
    if (isInputObjectType(named))
      for (const path of idsIn(Object.values(named.getFields()), given[name])) yield [name, ...path];
    else if (getNamedType(named) === GraphQLID && given[name] != null) yield [name];
  }
}

interface Violation {
  /** Relative to the checked value. */
  path: InputPath;
  invalid: InvalidInput;
  problem: string;
}

/** The first violation in a coerced value. Null: none. */
type Check = (value: unknown) => Violation | null;

/** Null: there are no rules for values of the type. */
function checkOf(type: GraphQLInputType, isRequired = false): Check | null {
  if (isNonNullType(type)) return checkOf(type.ofType, true);
  if (isListType(type)) return checkOfItems(checkOf(type.ofType));
  if (isInputObjectType(type)) return checkOfMembers(Object.values(type.getFields()));
  if (type === GraphQLID) return isRequired ? checkRequiredId : checkId;
  return type === GraphQLString && isRequired ? checkRequired : null;
}

const EMPTY: Violation = { path: [], invalid: 'REQUIRED', problem: 'must not be empty.' };
const LONG: Violation = { path: [], ...TOO_LONG };
const checkRequired: Check = (value) => (value === '' ? EMPTY : null);
const checkId: Check = (value) => (typeof value === 'string' && !isWithinLimit(value) ? LONG : null);
const checkRequiredId: Check = (value) => checkRequired(value) ?? checkId(value);

const within = (step: string | number, violation: Violation): Violation => ({
  ...violation,
  path: [step, ...violation.path],
});

const checkOfItems = (check: Check | null): Check | null =>
  check &&
  ((items) => {
    if (!Array.isArray(items)) return null;
    for (let index = 0; index < items.length; index += 1) {
      const violation = check(items[index]);
      if (violation) return within(index, violation);
    }
    return null;
  });

function checkOfMembers(members: readonly (GraphQLArgument | GraphQLInputField)[]): Check | null {
  const checks = members.flatMap(({ name, type }) => {
    const check = checkOf(type);
    return check ? [{ name, check }] : [];
  });
  if (checks.length === 0) return null;
  return (value) => {
    if (!isRecord(value)) return null;
    for (const { name, check } of checks) {
      const violation = check(value[name]);
      if (violation) return within(name, violation);
    }
    return null;
  };
}
