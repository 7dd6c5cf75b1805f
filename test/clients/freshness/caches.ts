import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gql } from '@apollo/client';
import { Kind, parse, print, visit } from 'graphql';
import { type ConcreteRequest, createOperationDescriptor, fetchQuery } from 'relay-runtime';
import { createClient as createApolloClient } from '../../../packages/client/src/apollo.ts';
import { createEnvironment } from '../../../packages/client/src/relay.ts';
import { createClient as createUrqlClient } from '../../../packages/client/src/urql.ts';

const ROOT = join(import.meta.dirname, '../../..');

type Variables = Readonly<Record<string, unknown>>;

/** A client with its normalized cache. Failed fields are null. */
export interface Cached {
  load(document: string, variables: Variables): Promise<unknown>;
  write(document: string, variables: Variables): Promise<unknown>;
  /** What the cache has of a document. Null: not all of it, so that the client would read it again. */
  read(document: string, variables: Variables): unknown;
}

export type OpenCache = (url: string, authorization: string) => Cached;

const sessionOf = (authorization: string) => ({ authorization: () => authorization });

export const openApollo: OpenCache = (url, authorization) => {
  const client = createApolloClient({ url, session: sessionOf(authorization) });
  return {
    load: (document, variables) =>
      client.query({ query: gql(document), variables, errorPolicy: 'ignore', fetchPolicy: 'network-only' }),
    write: (document, variables) =>
      client.mutate({ mutation: gql(document), variables, errorPolicy: 'ignore' }),
    read: (document, variables) => client.readQuery({ query: gql(document), variables }),
  };
};

export const openUrql: OpenCache = (url, authorization) => {
  const client = createUrqlClient({ url, session: sessionOf(authorization) });
  return {
    load: (document, variables) =>
      client.query(document, variables, { requestPolicy: 'network-only' }).toPromise(),
    write: (document, variables) => client.mutation(document, variables).toPromise(),
    read: (document, variables) => client.readQuery(document, variables)?.data ?? null,
  };
};

/** Relay, with documents that its own compiler has compiled. */
export async function relayFor(documents: readonly string[]): Promise<OpenCache> {
  const requests = await compiled(documents);
  const descriptorOf = (document: string, variables: Variables) => {
    const request = requests.get(document);
    if (!request) throw new Error(`not compiled: ${document}`);
    return createOperationDescriptor(request, variables);
  };
  return (url, authorization) => {
    const environment = createEnvironment({ url, session: sessionOf(authorization) });
    const settled = (result: Promise<unknown>) => result.catch((error: unknown) => error);
    return {
      load: (document, variables) => {
        const { node } = descriptorOf(document, variables).request;
        return settled(fetchQuery(environment, node, variables).toPromise());
      },
      write: (document, variables) =>
        settled(environment.executeMutation({ operation: descriptorOf(document, variables) }).toPromise()),
      read: (document, variables) => {
        const operation = descriptorOf(document, variables);
        const isThere = environment.check(operation).status === 'available';
        return isThere ? environment.lookup(operation.fragment).data : null;
      },
    };
  };
}

/** What Relay's own compiler makes of each document. */
export async function compiled(documents: readonly string[]): Promise<ReadonlyMap<string, ConcreteRequest>> {
  // Not below node_modules, where the compiler looks at nothing.
  using folder = mkdtempDisposableSync(join(tmpdir(), 'relay-'));
  const project = folder.path;
  mkdirSync(join(project, 'src'));
  for (const [index, document] of documents.entries())
    writeFileSync(join(project, `src/Read${index}.js`), `graphql\`${named(document, `Read${index}`)}\`;\n`);
  symlinkSync(join(ROOT, 'schema.graphql'), join(project, 'schema.graphql'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(project, 'relay.config.json'),
    JSON.stringify({ src: 'src', schema: 'schema.graphql', language: 'javascript', eagerEsModules: true }),
  );
  execFileSync(process.execPath, [join(ROOT, 'node_modules/relay-compiler/cli.js')], {
    cwd: project,
    stdio: 'pipe',
  });
  const generated = join(project, 'src/__generated__');
  const requests = new Map<string, ConcreteRequest>();
  for (const file of readdirSync(generated)) {
    const { default: request } = await import(pathToFileURL(join(generated, file)).href);
    requests.set(documents[Number(/\d+/.exec(file)?.[0])] ?? '', request);
  }
  return requests;
}

/** Relay wants the name of the module in that of the operation, and no default of a required variable. */
const named = (document: string, module: string): string =>
  print(
    visit(parse(document), {
      VariableDefinition: ({ defaultValue: _default, ...definition }) => definition,
      OperationDefinition: (definition) => {
        const kind = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[
          definition.operation
        ];
        return { ...definition, name: { kind: Kind.NAME, value: `${module}${kind}` } };
      },
    }),
  );
