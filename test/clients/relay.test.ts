import { type ConcreteRequest, createOperationDescriptor, type Environment, fetchQuery } from 'relay-runtime';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEnvironment } from '../../packages/client/src/relay.ts';
import { status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';
import { compiled } from './freshness/caches.ts';

const DOCUMENTS = {
  RelayCoursesQuery:
    'query RelayCoursesQuery($count: Int, $cursor: String) { courses(first: $count, after: $cursor) @connection(key: "Relay_courses") { edges { node { id name } } } }',
  RelaySameIdQuery: 'query RelaySameIdQuery { course(id: "c-first-aid") { id name } me { id handle } }',
  RelayNotesQuery:
    'query RelayNotesQuery { class(id: "g-first-aid-spring") { id notes { nodes { id text } } } }',
  RelayFriendsQuery: 'query RelayFriendsQuery { me { id handle friends { user { id } } } }',
  RelayCertainQuery:
    'query RelayCertainQuery @throwOnFieldError { me { id handle friends { user { id } } } }',
  RelayDeleteMutation:
    'mutation RelayDeleteMutation($noteId: ID!) { deleteNote(input: { id: $noteId }) { deletedId } }',
} as const;

const gateway = suiteGateway();
let requests: ReadonlyMap<string, ConcreteRequest>;

beforeAll(async () => {
  requests = await compiled(Object.values(DOCUMENTS));
}, 120_000);

const session = { authorization: () => as.student.authorization ?? '' };
const open = (): Environment => createEnvironment({ url: `${gateway.url}/graphql`, session });
function requestOf(name: keyof typeof DOCUMENTS): ConcreteRequest {
  const request = requests.get(DOCUMENTS[name]);
  if (!request) throw new Error(`${name} was not compiled`);
  return request;
}

/** Sends a query, then reads it back from the store. */
async function read<Data>(
  environment: Environment,
  name: keyof typeof DOCUMENTS,
  variables = {},
): Promise<Data> {
  const request = requestOf(name);
  await fetchQuery(environment, request, variables).toPromise();
  const operation = createOperationDescriptor(request, variables);
  // Relay types a response by the artifact, which this project compiles as JavaScript.
  return environment.lookup(operation.fragment).data as Data;
}

describe('the environment of Relay', () => {
  it('has null for a field that failed, or throws where a query is not to show it', async () => {
    gateway.faults.set('GET /user/v1/my/friends', status(403));
    const shown = await read<{ me: { handle: string; friends: null } }>(open(), 'RelayFriendsQuery');
    expect(shown.me).toMatchObject({ handle: '@ana.ferreira', friends: null });
    await expect(read(open(), 'RelayCertainQuery')).rejects.toThrow('Unexpected response payload');
  });

  it('keys records by type and ID', async () => {
    const environment = open();
    await read(environment, 'RelaySameIdQuery');
    const keys = environment.getStore().getSource().getRecordIDs();
    expect(keys).toEqual(expect.arrayContaining(['Course:c-first-aid', 'Viewer:u-ana']));
  });

  it('has connections', async () => {
    const environment = open();
    const { courses } = await read<{ courses: { edges: unknown[]; pageInfo: { hasNextPage: boolean } } }>(
      environment,
      'RelayCoursesQuery',
      { count: 2 },
    );
    expect(courses.edges).toHaveLength(2);
    expect(courses.pageInfo.hasNextPage).toBe(true);
  });

  it('forgets a note that a mutation has deleted', async () => {
    const { data } = await gateway.student(
      'mutation { createNote(input: { text: "Gone soon", classId: "g-first-aid-spring" }) { note { id } } }',
    );
    const noteId: string = data.createNote.note.id;
    const environment = open();
    await read(environment, 'RelayNotesQuery');
    const source = environment.getStore().getSource();
    expect(source.has(`Note:${noteId}`)).toBe(true);
    const operation = createOperationDescriptor(requestOf('RelayDeleteMutation'), { noteId });
    await environment.executeMutation({ operation }).toPromise();
    expect(source.get(`Note:${noteId}`)).toBeNull();
  });
});
