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
import { type CallRule, type FieldCosts, FREE } from '../graph/cost.ts';
import { badInput, GatewayError } from '../graph/errors.ts';
import { isRecord } from '../graph/is-record.ts';
import type { Context } from './context.ts';
import { readTypeDefinitions, resolvers } from './schema.ts';

/** The field of the graph that an entity is read like: by that field's rules and at its cost. */
const READ_LIKE = new Map([
  ['AtoRequest', 'Query.atoRequest'],
  ['Bucket', 'Query.bucket'],
  ['Class', 'Query.class'],
  ['Course', 'Query.course'],
  ['Note', 'Query.note'],
  // The platform reads no user by id: from what is read anyway, the own profile and the friends, else only the id.
  ['User', 'Note.user'],
]);

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

export interface SubgraphOptions {
  /** Whether the SDL may be read through the graph, too: `_service { sdl }` tells what introspection does. */
  introspection: boolean;
}

/**
 * The same graph as a subgraph of Apollo Federation 2: a router enters it with ids that it has from others.
 * `_entities` raises BAD_USER_INPUT for what represents no entity, and what the field raises that the entity is read like.
 * Source: Apollo Federation subgraph specification.
 */
export function createSubgraph({ introspection }: SubgraphOptions): GraphQLSchema {
  const subgraph: GraphQLSchema = buildSubgraphSchema([
    { typeDefs: withShareablePageInfo([...readTypeDefinitions(), ...readTypeDefinitions('federation')]) },
    ...resolvers.map((some) => ({ typeDefs: NOTHING, resolvers: some })),
    { typeDefs: NOTHING, resolvers: references(() => fieldsOf(subgraph)) },
  ]);
  const { _entities: entities, _service: service } = fieldsOf(subgraph);
  if (entities?.resolve) entities.resolve = checked(entities.resolve);
  if (service && !introspection) service.resolve = refuseService;
  return subgraph;
}

/** Other subgraphs that page their lists have the type as well; an extension could not say so of fields that stand. */
const withShareablePageInfo = (typeDefinitions: readonly string[]): DocumentNode =>
  visit(parse(typeDefinitions.join('\n')), {
    ObjectTypeDefinition: ({ directives = [], ...type }) =>
      type.name.value === 'PageInfo' ? { ...type, directives: [...directives, SHAREABLE] } : undefined,
  });

const SHAREABLE: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'shareable' },
};

/** The cost of `_entities`: of each entity, what its field costs for those that are asked for. */
export const subgraphCosts = (fieldCosts: FieldCosts): FieldCosts => ({
  'Query._service': FREE,
  'Query._entities': {
    calls: [...READ_LIKE].flatMap(([type, field]) =>
      (fieldCosts[field]?.calls ?? []).map((call) => forEach(type, field, call)),
    ),
    yields: ({ result, args }) => {
      const count = representationsIn(args).length;
      return { ...result, count, objects: count };
    },
  },
});

/** Under the keys that the field's own calls have: read by it as well, an entity costs nothing more. */
const forEach = (type: string, field: string, { calls, ...ruled }: CallRule): CallRule => ({
  ...ruled,
  calls: (asked) =>
    representationsIn(asked.args)
      .filter(({ __typename }) => __typename === type)
      .flatMap(({ id }) => {
        const args = { id: String(id) };
        const result = {
          key: `.${field.replace('Query.', '')}${JSON.stringify(args)}`,
          count: 1,
          objects: 1,
          arrivals: 1,
        };
        return calls({ ...asked, args, result });
      }),
});

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
  READ_LIKE.has(value.__typename) &&
  (typeof value.id === 'string' || typeof value.id === 'number');

type Resolve = GraphQLFieldResolver<unknown, Context>;

const references = (fields: () => Record<string, { resolve?: Resolve | undefined }>) =>
  Object.fromEntries(
    [...READ_LIKE].map(([type, field]) => [
      type,
      {
        __resolveReference: ({ id }: Representation, context: Context, info: GraphQLResolveInfo) =>
          type === 'User'
            ? context.loaders.user.named(id, info)
            : fields()[field.replace('Query.', '')]?.resolve?.({}, { id: String(id) }, context, info),
      },
    ]),
  );

const checked =
  (resolve: Resolve): Resolve =>
  (root, args, context, info) => {
    const { representations } = args;
    if (!Array.isArray(representations) || !representations.every(isRepresentation)) {
      const types = [...READ_LIKE.keys()].join(', ');
      throw badInput('representations', `must each have an \`id\` and as \`__typename\` one of ${types}.`);
    }
    return resolve(root, args, context, info);
  };

const refuseService: Resolve = () => {
  throw new GatewayError(
    'FORBIDDEN',
    'Introspection is off. Compose from the file that `npm run schema:print -- <folder>` writes.',
  );
};

const fieldsOf = (schema: GraphQLSchema) => schema.getQueryType()?.getFields() ?? {};
