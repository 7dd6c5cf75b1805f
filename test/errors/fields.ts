import {
  type FieldNode,
  Kind,
  print,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { SAMPLES } from 'learning-platform-kit/contract/examples';
import { nameOf, ROUTES_BY_ID, type RouteId } from 'learning-platform-kit/contract/routes';
import { credentialOf } from '../../src/graph/field-facts.ts';
import { OPERATION_NAMES, operationNamed, rootFieldsOf } from '../reach/operations.ts';
import { callerOf, ROWS, routeCallOf } from '../reach/table.ts';
import { as } from '../support/gateway.ts';
import { schema } from '../support/schema.ts';

/** A field with valid arguments. */
export interface ValidField {
  arguments: Readonly<Record<string, unknown>>;
  as: Record<string, string>;
  /** Puts a nested field into its parents. */
  within: (field: string) => string;
  /** The routes that are called for its parents and to know the caller, before its own arguments are. */
  before: readonly string[];
}

const nameOfId = (id: RouteId): string => nameOf(ROUTES_BY_ID[id]);

/** Subscriptions of a signed-in user. */
const USER_STREAMS = Object.values(schema.getSubscriptionType()?.getFields() ?? {})
  .filter((field) => credentialOf(schema, field)?.kind === 'USER')
  .map(({ name }) => `Subscription.${name}`);

/** Routes that precede a field, besides all but the last of its row in the reach table. */
const BEFORE: Readonly<Record<string, RouteId>> = {
  'Lesson.locked': 'readLevels',
  // A cursor belongs to a user, whom the platform names.
  ...Object.fromEntries(USER_STREAMS.map((field) => [field, 'readOwnProfile' as const])),
};

function credentialIn(operation: string): Record<string, string> {
  const row = ROWS[operation];
  const isOfUser = rootFieldsOf(operationNamed(operation)).some((field) => USER_STREAMS.includes(field));
  const caller = row ? callerOf(row) : isOfUser ? 'student' : 'plugin';
  return caller === 'plugin' || caller === 'instructor' ? as[caller] : as.student;
}

function routesBefore(operation: string, field: string): string[] {
  const calls = ROWS[operation]?.calls.slice(0, -1) ?? [];
  const more = BEFORE[field];
  return [...calls.map((call) => nameOf(routeCallOf(call).route)), ...(more ? [nameOfId(more)] : [])];
}

/** The field with its arguments, variables replaced by their samples, and no selections. */
const withoutSelections = ({ selectionSet: _, ...field }: FieldNode): string =>
  print(
    visit(field, {
      Variable: (variable) => ({
        kind: Kind.STRING,
        value: String(valueFromASTUntyped(variable, SAMPLES)),
      }),
    }),
  );

/** Every field with arguments in `schema/examples`, where it occurs first. */
function fieldsOfExamples(): Record<string, ValidField> {
  const found: Record<string, ValidField> = {};
  for (const operation of OPERATION_NAMES) {
    const info = new TypeInfo(schema);
    const parents: string[] = [];
    visit(
      operationNamed(operation),
      visitWithTypeInfo(info, {
        Field: {
          enter: (node) => {
            const definition = info.getFieldDef();
            const name = `${info.getParentType()?.name}.${definition?.name}`;
            const within = [...parents];
            parents.push(withoutSelections(node));
            if (!definition || definition.args.length === 0 || found[name]) return;
            const given = node.arguments?.map((one) => [
              one.name.value,
              valueFromASTUntyped(one.value, SAMPLES),
            ]);
            const isPaged = definition.args.some((one) => one.name === 'after');
            found[name] = {
              arguments: { ...Object.fromEntries(given ?? []), ...(isPaged && { after: 'cursor' }) },
              as: credentialIn(operation),
              within: (field) => within.reduceRight((inner, parent) => `${parent} { ${inner} }`, field),
              before: routesBefore(operation, name),
            };
          },
          leave: () => void parents.pop(),
        },
      }),
    );
  }
  return found;
}

/** Every field of the graph with arguments. All arguments and members are given, and at least one item of each list. */
export const FIELDS: Readonly<Record<string, ValidField>> = fieldsOfExamples();
