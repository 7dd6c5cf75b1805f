import {
  buildSchema,
  type DocumentNode,
  execute,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  Kind,
  responsePathAsArray,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { createSubgraph } from '../../src/domains/subgraph.ts';
import { printAnnotated } from '../../src/graph/printed-schema.ts';

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

/** The types without their resolvers, so that `execute` reads a response instead of making one. */
const types = buildSchema(printAnnotated(createSubgraph({ introspection: true })), { assumeValidSDL: true });

/** Finds the `@semanticNonNull` fields of a response and how they were answered. */
export function readMarkedFields(
  document: DocumentNode,
  { data, errors }: Response,
  variableValues: Readonly<Record<string, unknown>> = {},
): MarkedFields {
  const found: MarkedFields = { filled: new Set(), unexplained: [] };
  const failed = (path: Path): boolean =>
    errors.some((error) => path.every((step, index) => error.path?.[index] === step));
  const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, info) => {
    const value: unknown = Object(source)[info.path.key];
    const { parentType, fieldName } = info;
    const field = parentType.getFields()[fieldName];
    if (!field || !isMarked(field) || value === undefined) return value;
    const path = responsePathAsArray(info.path);
    const coordinate = `${parentType.name}.${fieldName}`;
    if (value !== null) found.filled.add(coordinate);
    else if (!failed(path)) found.unexplained.push(`${coordinate} at ${path.join('.')}`);
    return value;
  };
  void execute({ schema: types, document, rootValue: data, variableValues, fieldResolver });
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
