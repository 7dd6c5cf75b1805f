import Fastify from 'fastify';
import mercurius, { type IResolvers } from 'mercurius';
import { createLoaders } from './loaders.ts';
import { resolvers } from './resolvers.ts';
import { PORT, typeDefs } from './settings.ts';

/** Mercurius on Fastify, with graphql-jit compiling every document on its first run. */
const app = Fastify();
app.register(mercurius, {
  schema: typeDefs,
  resolvers: resolvers as unknown as IResolvers,
  context: ({ headers }) => ({ loaders: createLoaders(headers.authorization ?? '') }),
  jit: 1,
});
await app.listen({ port: PORT, host: '127.0.0.1' });
