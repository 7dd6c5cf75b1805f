import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  GraphQLString,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { isRecord } from '../lib/is-record.ts';
import { badInput, type InputPath } from './errors.ts';
import { isWithinLimit, TOO_LONG } from './id-limit.ts';

/**
 * Makes every field check its arguments before its resolver runs: a required text or ID must not be empty, because the
 * platform treats an empty parameter like a missing one, and an ID has a maximum length.
 */
export function enforceArgumentRules(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) enforceRulesOf(field);
  }
}

type Resolver = NonNullable<GraphQLField<unknown, unknown>['resolve']>;

function enforceRulesOf(field: GraphQLField<unknown, unknown>): void {
  const check = checkOfMembers(field.args);
  if (!check) return;
  const checking = (resolve: Resolver): Resolver => {
    const checked: Resolver = (source, args, context, info) => {
      const violation = check(args);
      if (violation) throw badInput(violation.path, violation.problem);
      return resolve(source, args, context, info);
    };
    // The executor creates `info` only for resolvers that declare it.
    return Object.defineProperty(checked, 'length', { value: resolve.length });
  };
  if (field.resolve) field.resolve = checking(field.resolve);
  if (field.subscribe) field.subscribe = checking(field.subscribe);
}

interface Violation {
  /** Relative to the checked value. */
  path: InputPath;
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

const checkRequired: Check = (value) => (value === '' ? { path: [], problem: 'must not be empty.' } : null);
const checkId: Check = (value) =>
  typeof value === 'string' && !isWithinLimit(value) ? { path: [], problem: TOO_LONG } : null;
const checkRequiredId: Check = (value) => checkRequired(value) ?? checkId(value);

const within = (step: string | number, { path, problem }: Violation): Violation => ({
  path: [step, ...path],
  problem,
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
