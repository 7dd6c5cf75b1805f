import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  type ConstDirectiveNode,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  parse,
  visit,
} from 'graphql';
import { enforceArgumentRules } from '../graph/argument-rules.ts';
import type { CallRule, FieldCosts } from '../graph/cost.ts';
import { badInput, GatewayError } from '../graph/errors.ts';
import { describeFacts } from '../graph/field-facts.ts';
import { isRecord } from '../lib/is-record.ts';
import type { Context } from './context.ts';
import { acceptKeys } from './idempotency.ts';
import { fieldCosts, readTypeDefinitions, resolvers } from './schema.ts';

/** Field whose resolver, rules and costs apply to each entity type. */
const ENTITY_FIELDS = new Map([
  ['AtoRequest', 'Query.atoRequest'],
  ['Bucket', 'Query.bucket'],
  ['Class', 'Query.class'],
  ['Course', 'Query.course'],
  ['Note', 'Query.note'],
  // The platform has no route that reads a user by ID; see the `linked` loader.
  ['User', 'Note.user'],
]);

const EMPTY: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

export interface SubgraphOptions {
  /** Whether clients may read the SDL: `_service { sdl }` discloses as much as introspection. */
  introspection: boolean;
}

/**
 * Builds the graph as a subgraph of Apollo Federation 2, so that a router can resolve entities by IDs from other subgraphs.
 * `_entities` raises BAD_USER_INPUT for an invalid representation, and the errors of the field in `ENTITY_FIELDS`.
 * Source: Apollo Federation subgraph specification.
 */
export function createSubgraph({ introspection }: SubgraphOptions): GraphQLSchema {
  const subgraph: GraphQLSchema = buildSubgraphSchema([
    { typeDefs: asSubgraph([...readTypeDefinitions(), ...readTypeDefinitions('federation')]) },
    ...resolvers.map((some) => ({ typeDefs: EMPTY, resolvers: some })),
    { typeDefs: EMPTY, resolvers: references(() => fieldsOf(subgraph)) },
  ]);
  acceptKeys(subgraph, resolvers);
  enforceArgumentRules(subgraph);
  describeFacts(subgraph, fieldCosts);
  const { _entities: entities, _service: service } = fieldsOf(subgraph);
  if (entities?.resolve) entities.resolve = checked(entities.resolve);
  if (service && !introspection) service.resolve = forbidService;
  return subgraph;
}

/**
 * Other subgraphs may define `PageInfo`. An extension cannot make existing fields shareable, so the type is rewritten.
 */
const asSubgraph = (typeDefinitions: readonly string[]): DocumentNode =>
  visit(parse(typeDefinitions.join('\n')), {
    DirectiveDefinition: ({ name }) => (FEDERATION_DIRECTIVES.includes(name.value) ? null : undefined),
    ObjectTypeDefinition: ({ directives = [], ...type }) =>
      type.name.value === 'PageInfo' ? { ...type, directives: [...directives, SHAREABLE] } : undefined,
  });

/** Defined by Federation itself; `schema/federation` imports them. */
const FEDERATION_DIRECTIVES = ['cost', 'listSize'];

const SHAREABLE: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'shareable' },
};

/** Cost of `_entities`: for each representation, the cost of its field. */
export const subgraphCosts: FieldCosts = {
  'Query._service': { calls: [] },
  'Query._entities': {
    calls: [...ENTITY_FIELDS].flatMap(([type, field]) =>
      (fieldCosts[field]?.calls ?? []).map((call) => costOf(type, field, call)),
    ),
    length: (args) => representationsIn(args).length,
  },
};

/** Uses the keys of the field's own calls, so that an entity that the field also reads costs nothing more. */
function costOf(type: string, field: string, { calls, ...ruled }: CallRule): CallRule {
  return {
    ...ruled,
    calls: (entities) =>
      representationsIn(entities.args)
        .filter(({ __typename }) => __typename === type)
        .flatMap(({ id }) => {
          const args = { id: String(id) };
          const result = {
            key: `.${field.replace('Query.', '')}${JSON.stringify(args)}`,
            count: 1,
            arrivals: 1,
          };
          return calls({ ...entities, args, result });
        }),
  };
}

interface Representation {
  __typename: string;
  id: string | number;
}

function representationsIn({ representations }: Readonly<Record<string, unknown>>): Representation[] {
  return Array.isArray(representations) ? representations.filter(isRepresentation) : [];
}

const isRepresentation = (value: unknown): value is Representation =>
  isRecord(value) &&
  typeof value.__typename === 'string' &&
  ENTITY_FIELDS.has(value.__typename) &&
  (typeof value.id === 'string' || typeof value.id === 'number');

type EntityResolver = GraphQLFieldResolver<unknown, Context>;

const references = (fields: () => Record<string, { resolve?: EntityResolver | undefined }>) =>
  Object.fromEntries(
    [...ENTITY_FIELDS].map(([type, field]) => [
      type,
      {
        __resolveReference: ({ id }: Representation, context: Context, info: GraphQLResolveInfo) =>
          type === 'User'
            ? context.loaders.user.linked(String(id))
            : fields()[field.replace('Query.', '')]?.resolve?.({}, { id: String(id) }, context, info),
      },
    ]),
  );

const checked =
  (resolve: EntityResolver): EntityResolver =>
  (root, args, context, info) => {
    const { representations } = args;
    const invalid = Array.isArray(representations)
      ? representations.findIndex((one) => !isRepresentation(one))
      : null;
    if (invalid !== -1) {
      const types = [...ENTITY_FIELDS.keys()].join(', ');
      throw badInput(
        invalid === null ? ['representations'] : ['representations', invalid],
        'INVALID',
        `must have an \`id\` and a \`__typename\` that is one of ${types}.`,
      );
    }
    return resolve(root, args, context, info);
  };

const forbidService: EntityResolver = () => {
  throw new GatewayError(
    'FORBIDDEN',
    'Introspection is disabled. Compose from the file written by `npm run schema:print -- <folder>`.',
  );
};

const fieldsOf = (schema: GraphQLSchema) => schema.getQueryType()?.getFields() ?? {};
