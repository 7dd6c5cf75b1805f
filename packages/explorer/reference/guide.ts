import type { GraphQLSchema } from 'graphql';
import type { Graph } from '../graph.ts';
import { membersOfEdge } from './examples.ts';
import { RETRY_RULE } from './retry.ts';

/** Rules for documents of this graph, in Markdown: the part of the reference that concerns no single field. */
export const guide = ({ maximumPage, schema }: Graph): string => `# Basics

Rules for every operation. Each field's own page has the rest.

## Requests

Send operations as JSON to \`POST /graphql\`: \`{ "query": "…", "variables": { … }, "operationName": "…" }\`. Queries and mutations
return JSON. Subscriptions run at the same URL over WebSocket (\`graphql-transport-ws\`) or, with the header
\`accept: text/event-stream\`, over server-sent events.

Declare every input as a variable with exactly the type that the field's page shows. Mutations take one argument, \`input\`:

\`\`\`graphql
mutation CreateNote($input: CreateNoteInput!) {
  createNote(input: $input) {
    noteId
  }
}
\`\`\`

## Credentials

Each root field states the credential that it requires, and fields below it use the same one. Send it in the header
\`authorization\`, or in the payload of \`connection_init\` over WebSocket.

- **User token**: \`Bearer <access token>\`. \`beginSignIn\` returns a URL to open and a code verifier; \`exchangeCode\` turns the code
  that comes back into an access token and a refresh token; \`refreshSession\` renews them.
- **Plugin credential**: \`Basic <client ID:secret, base64>\`, for servers only. It reads no user profiles.
- **ATO token**: \`Bearer <access token>\` from \`completeAtoSignOn\`, bound to one ATO request.

A missing or expired credential is \`UNAUTHENTICATED\`: refresh the session or sign in again. A credential of the wrong kind is
\`FORBIDDEN\`: do not retry.

## Lists

Pagination: a field whose type ends in \`Connection\` is paged forward by cursor: \`first\` (at most ${maximumPage}; default 10, for
notes and members of organizations all) and \`after\`. Select \`nodes\` for the items, \`pageInfo { hasNextPage endCursor }\` to
continue, and \`totalCount\` where you show it; \`first: 0\` counts without a list. ${edgesIn(schema)} Pass \`endCursor\` as \`after\` with otherwise
the same arguments. There is no \`last\`, \`before\` or \`offset\`. Other lists are complete: they take no paging arguments.

\`\`\`graphql
query Classes($first: Int, $after: String) {
  classes(first: $first, after: $after) {
    nodes { id name }
    pageInfo { hasNextPage endCursor }
  }
}
\`\`\`

## People

Members of a class, friends, search results and random users are whole users with the common fields; what the list itself
says about them is in \`details\`: \`students { user { id handle } details { position } }\`. Every other record that names a
person has \`userId\` and \`user\`, which is null unless that is the signed-in user or a friend; names that only a row has are a
\`PersonSummary\`, as in \`leaderboard { nodes { holder { handle } } }\`. With
the plugin credential that \`user\` is null. The signed-in user is \`me\`, a \`Viewer\`; a fragment for both is \`on Person\`.

## Null and errors

A field without \`!\` can be null. If it failed, \`errors\` has an entry with its \`path\` and a code in \`extensions.code\`; the rest of
the response is valid, so keep it. Otherwise null means that the platform has no value, or what the field's description says.
Select only what you show: each field can cost platform calls of its own.

- \`BAD_USER_INPUT\` has the path of the invalid argument in \`extensions.argument\`, as in \`["input", "text"]\`.
- ${RETRY_RULE.replaceAll('\n', '\n  ')}

## Streams

Every item of a subscription has a \`cursor\`. Declare \`$after: String\`, pass it as \`after\`, and always select \`cursor\` and
\`gap { reason }\`. The first item has only a cursor: the position at which the stream starts. After a lost connection, subscribe
again with the last cursor that you processed. An item with a \`gap\` marks a point where events may be missing: read the list
again.

\`\`\`graphql
subscription Notifications($after: String) {
  notificationReceived(after: $after) {
    cursor
    replayed
    gap { reason }
    notification { id text }
  }
}
\`\`\`

## IDs and caching

IDs are opaque strings. An object with an \`id\` has one value for each of its fields, in every operation of one user, so clients
can cache it by type and \`id\`. Objects without an \`id\` belong to their parent.

## Prices

An operation is priced before it runs, in platform calls, objects and bytes; one over a limit fails with \`OPERATION_TOO_EXPENSIVE\` before any of it runs. Pages of 10 to 50 items, and lists without deeply nested lists, stay far below. In development,
\`"extensions": { "upstream": true }\` in a request reports the platform calls that it made.
`;

/** Lists with members on their edges, and the reason. */
function edgesIn(schema: GraphQLSchema): string {
  const edges = Object.values(schema.getTypeMap()).flatMap((type) => {
    const members = type.name.endsWith('Edge') ? membersOfEdge(type) : [];
    return members.map(({ name }) => `\`${type.name}.${name}\``);
  });
  return `Select \`edges { node … }\` for the members of an item that belong to that list: another list, or the item's own record, may have other values, and a cache has one value for each field of an object. These are ${edges.join(', ')}.`;
}
