import { createServer } from 'node:http';
import { useGraphQlJit } from '@envelop/graphql-jit';
import { createSchema, createYoga } from 'graphql-yoga';
import { createLoaders } from './loaders.ts';
import { resolvers } from './resolvers.ts';
import { PORT, typeDefs } from './settings.ts';

/** GraphQL Yoga on node:http with graphql-jit. */
const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  context: ({ request }) => ({ loaders: createLoaders(request.headers.get('authorization') ?? '') }),
  plugins: [useGraphQlJit()],
  logging: false,
  graphiql: false,
});
createServer(yoga).listen(PORT, '127.0.0.1');
