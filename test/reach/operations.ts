import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { schema } from '../support/schema.ts';

const FOLDER = join(import.meta.dirname, '../../schema/examples');

/** All examples of `schema/examples` as one document. */
export const EXAMPLES: DocumentNode = parse(
  readdirSync(FOLDER)
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'))
    .join('\n'),
);

const fragments = new Map<string, FragmentDefinitionNode>();
for (const definition of EXAMPLES.definitions)
  if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);

const selectionsOf = (name: string): readonly SelectionNode[] =>
  fragments.get(name)?.selectionSet.selections ?? [];

/** An operation that needs no fragments. */
const withoutFragments = (operation: OperationDefinitionNode): OperationDefinitionNode =>
  visit(operation, {
    SelectionSet: (set) => ({
      ...set,
      selections: set.selections.flatMap((selection) =>
        selection.kind === Kind.FRAGMENT_SPREAD ? selectionsOf(selection.name.value) : [selection],
      ),
    }),
  });

const operations = new Map<string, OperationDefinitionNode>();
for (const definition of EXAMPLES.definitions)
  if (definition.kind === Kind.OPERATION_DEFINITION)
    operations.set(definition.name?.value ?? '', withoutFragments(definition));

export const OPERATION_NAMES: readonly string[] = [...operations.keys()];

export function operationNamed(name: string): OperationDefinitionNode {
  const operation = operations.get(name);
  if (!operation) throw new Error(`schema/examples has no operation ${name}`);
  return operation;
}

/** Optional arguments that an operation cannot do without. */
const NEEDED: readonly string[] = [
  // Null is a valid value, so the type cannot be non-null.
  'SetBucketValueInput.value',
  // Which ID is required depends on the kind.
  'XapiIdsInput.lesson',
  // At least one status or flag is required.
  'UpdateAtoStatusInput.status',
];

/** The operation with only the arguments that it needs. */
export function minimal(operation: OperationDefinitionNode, schema: GraphQLSchema): OperationDefinitionNode {
  const info = new TypeInfo(schema);
  const reduced = visit(
    operation,
    visitWithTypeInfo(info, {
      Argument: () => {
        const argument = info.getArgument();
        return argument && isRequiredArgument(argument) ? undefined : null;
      },
      ObjectField: ({ name }) => {
        const type = getNamedType(info.getParentInputType());
        const field = isInputObjectType(type) ? type.getFields()[name.value] : undefined;
        if (!field) return undefined;
        return isRequiredInputField(field) || NEEDED.includes(`${type}.${name.value}`) ? undefined : null;
      },
    }),
  );
  const used = new Set<string>();
  visit(reduced.selectionSet, { Variable: ({ name }) => void used.add(name.value) });
  const { variableDefinitions = [] } = reduced;
  return {
    ...reduced,
    variableDefinitions: variableDefinitions.filter(({ variable }) => used.has(variable.name.value)),
  };
}

/** The values of an operation's variables, by their names. */
export const variablesOf = (
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Readonly<Partial<Record<string, string>>>,
): Record<string, string> =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable: { name } }) => {
      const value = values[name.value];
      return value === undefined ? [] : [[name.value, value]];
    }),
  );

/** The root fields of an operation, as in `Query.me`. */
export const rootFieldsOf = ({ operation, selectionSet }: OperationDefinitionNode): string[] =>
  selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD
      ? [`${operation[0]?.toUpperCase()}${operation.slice(1)}.${selection.name.value}`]
      : [],
  );

/** The fields that an operation selects, as in `Query.me`, each once. */
export function fieldsOf(operation: OperationDefinitionNode | DocumentNode): string[] {
  const info = new TypeInfo(schema);
  const fields = new Set<string>();
  visit(
    operation,
    visitWithTypeInfo(info, {
      Field: () => void fields.add(`${info.getParentType()?.name}.${info.getFieldDef()?.name}`),
    }),
  );
  return [...fields];
}

export const textOf = (operation: OperationDefinitionNode): string => print(operation);
