import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  GraphQLString,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { isRecord } from '../lib/is-record.ts';
import { badInput, GatewayError, type InputPath, type InvalidInput, notServed } from './errors.ts';
import { isWithinLimit, TOO_LONG } from './id-limit.ts';

/**
 * Maximum length of a text, and of a list of texts or IDs in all, in bytes of UTF-8, unless its `@length` states another.
 * Arguments of reads are sent in a URL, those of mutations in a body.
 */
const LENGTH = { url: 1024, body: 16_384 };

/** Whether a text is within the maximum length for reads, for values that are read before arguments are checked. */
export const isWithinLength = (text: string): boolean => Buffer.byteLength(text) <= LENGTH.url;

/**
 * Wraps every field to check its arguments before its resolver runs: a required text and any ID must not be empty, because the
 * platform treats an empty parameter like a missing one, and each text, ID and list of them has a maximum length, which its
 * description states.
 */
export function enforceArgumentRules(schema: GraphQLSchema): void {
  const rules = new ArgumentRules(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const length = type === schema.getMutationType() ? LENGTH.body : LENGTH.url;
    for (const field of Object.values(type.getFields())) {
      enforceRulesOf(field, rules.ofMembers(field.args, length));
      if (type === schema.getMutationType()) nameUnknownId(field);
    }
  }
}

type CheckedResolver = NonNullable<GraphQLField<unknown, unknown>['resolve']>;

function enforceRulesOf(field: GraphQLField<unknown, unknown>, check: ValueCheck | null): void {
  if (!check) return;
  const checking = (resolve: CheckedResolver): CheckedResolver => {
    const checked: CheckedResolver = (source, args, context, info) => {
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

/**
 * Names the argument with the unknown ID of a 404, if the request has exactly one ID: among several, the platform does not name
 * it, and without one, the address is wrong.
 */
function nameUnknownId(field: GraphQLField<unknown, unknown>): void {
  const { resolve, args } = field;
  if (!resolve) return;
  const naming: CheckedResolver = async (source, given, context, info) => {
    try {
      return await resolve(source, given, context, info);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'NOT_FOUND') throw error;
      const [path, another] = [...idsIn(args, given)];
      if (!path) throw notServed(error.upstream);
      if (!another) Object.assign(error.extensions, { argument: path, reason: 'NOT_FOUND' });
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
type ValueCheck = (value: unknown) => Violation | null;

type Member = GraphQLArgument | GraphQLInputField;

/** The rules of a schema. States each length in the description of its argument. */
class ArgumentRules {
  readonly #schema: GraphQLSchema;
  readonly #described = new Set<Member>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Null: there are no rules for the members. */
  ofMembers(members: readonly Member[], length: number): ValueCheck | null {
    const checks = members.flatMap((member) => {
      const check = this.#of(member.type, this.#lengthOf(member, length));
      return check ? [{ name: member.name, check }] : [];
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

  /** Null: there are no rules for values of the type. */
  #of(type: GraphQLInputType, length: number, isRequired = false): ValueCheck | null {
    if (isNonNullType(type)) return this.#of(type.ofType, length, true);
    if (isListType(type)) return checkOfList(this.#of(type.ofType, length), length);
    if (isInputObjectType(type)) return this.ofMembers(Object.values(type.getFields()), length);
    if (type === GraphQLID) return checkId;
    if (type !== GraphQLString) return null;
    const checkText = checkLength(length);
    return isRequired ? (value) => checkRequired(value) ?? checkText(value) : checkText;
  }

  #lengthOf(member: Member, length: number): number {
    const directive = this.#schema.getDirective('length');
    const stated = directive && member.astNode && getDirectiveValues(directive, member.astNode)?.max;
    const maximum = typeof stated === 'number' ? stated : length;
    const type = getNullableType(member.type);
    const isList = isListType(type) && isLeafType(getNullableType(type.ofType));
    if ((getNamedType(type) !== GraphQLString && !isList) || this.#described.has(member)) return maximum;
    this.#described.add(member);
    const atMost = `At most ${maximum.toLocaleString('en-US')} bytes${isList ? ' in all' : ''}.`;
    member.description = member.description ? `${member.description.trimEnd()} ${atMost}` : atMost;
    return maximum;
  }
}

const EMPTY: Violation = { path: [], invalid: 'REQUIRED', problem: 'must not be empty.' };
const LONG: Violation = { path: [], ...TOO_LONG };
const checkRequired: ValueCheck = (value) => (value === '' ? EMPTY : null);
/** The platform treats an empty ID like a missing one, even where it is optional. */
const checkId: ValueCheck = (value) =>
  checkRequired(value) ?? (typeof value === 'string' && !isWithinLimit(value) ? LONG : null);

const within = (step: string | number, violation: Violation): Violation => ({
  ...violation,
  path: [step, ...violation.path],
});

const checkLength =
  (maximum: number): ValueCheck =>
  (value) =>
    typeof value === 'string' && lengthOf(value) > maximum ? tooLong(maximum) : null;

const tooLong = (maximum: number): Violation => ({
  path: [],
  invalid: { reason: 'TOO_LONG', bounds: { maximum } },
  problem: `must be at most ${maximum.toLocaleString('en-US')} bytes.`,
});

const lengthOf = (value: unknown): number => (typeof value === 'string' ? Buffer.byteLength(value) : 0);

const checkOfList = (check: ValueCheck | null, maximum: number): ValueCheck | null =>
  check &&
  ((items) => {
    if (!Array.isArray(items)) return null;
    let length = 0;
    for (let index = 0; index < items.length; index += 1) {
      const violation = check(items[index]);
      if (violation) return within(index, violation);
      length += lengthOf(items[index]);
    }
    return length > maximum ? tooLong(maximum) : null;
  });
