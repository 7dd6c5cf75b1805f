import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isRecord } from '../../src/lib/is-record.ts';

type Path = readonly (string | number)[];
type Field = GraphQLField<unknown, unknown>;

interface Response {
  data: unknown;
  errors: readonly { path?: Path | null | undefined }[];
}

/** Fields of a response that are `@semanticNonNull`, by coordinate, as in `Query.session`. */
export interface MarkedFields {
  /** Fields with a value. */
  filled: Set<string>;
  /** Fields that are null without an error, with their paths. */
  unexplained: string[];
}

const isMarked = ({ astNode }: Field): boolean =>
  (astNode?.directives ?? []).some(({ name }) => name.value === 'semanticNonNull');

/** The `@semanticNonNull` fields of a schema. */
export const markedFields = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(isMarked)
        .map(({ name }) => `${type.name}.${name}`),
    );

/** Finds the `@semanticNonNull` fields of a response and how they were answered. */
export function readMarkedFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  { data, errors }: Response,
): MarkedFields {
  const found: MarkedFields = { filled: new Set(), unexplained: [] };
  const failed = (path: Path): boolean =>
    errors.some((error) => path.every((step, index) => error.path?.[index] === step));
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );

  const readValue = (value: unknown, field: Field, selections: SelectionSetNode, path: Path): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) readValue(item, field, selections, [...path, index]);
    }
    if (!isRecord(value)) return;
    const named = getNamedType(field.type);
    const type = isAbstractType(named) ? schema.getType(String(value.__typename)) : named;
    if (isObjectType(type)) readObject(value, type, selections, path);
  };

  const readObject = (
    object: Readonly<Record<string, unknown>>,
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    at: Path,
  ): void => {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const part =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
        const condition = part?.typeCondition?.name.value ?? type.name;
        if (part && condition === type.name) readObject(object, type, part.selectionSet, at);
        continue;
      }
      const field = type.getFields()[selection.name.value];
      const key = selection.alias?.value ?? selection.name.value;
      const value = object[key];
      if (!field || value === undefined) continue;
      const path = [...at, key];
      const coordinate = `${type.name}.${field.name}`;
      if (isMarked(field) && value !== null) found.filled.add(coordinate);
      if (isMarked(field) && value === null && !failed(path)) {
        found.unexplained.push(`${coordinate} at ${path.join('.')}`);
      }
      if (selection.selectionSet) readValue(value, field, selection.selectionSet, path);
    }
  };

  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION || !isRecord(data)) continue;
    const root = schema.getRootType(definition.operation);
    if (root) readObject(data, root, definition.selectionSet, []);
  }
  return found;
}

/** The document with every `@semanticNonNull` field of the objects that it selects. */
export function withMarkedFields(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const info = new TypeInfo(schema);
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  return visit(
    document,
    visitWithTypeInfo(info, {
      SelectionSet: {
        leave: (node) => {
          const type = info.getParentType();
          if (!isObjectType(type) || roots.has(type)) return undefined;
          const selected = new Set(
            node.selections.map((one) => (one.kind === Kind.FIELD ? (one.alias ?? one.name).value : '')),
          );
          const missing = Object.values(type.getFields()).filter(
            (field) => isMarked(field) && !selected.has(field.name),
          );
          return { ...node, selections: [...node.selections, ...missing.map(selectionOf)] };
        },
      },
    }),
  );
}

const selectionOf = ({ name, type }: Field): FieldNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: name },
  ...(isLeafType(getNamedType(type)) ? {} : { selectionSet: TYPENAME }),
});

const TYPENAME: SelectionSetNode = {
  kind: Kind.SELECTION_SET,
  selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }],
};
