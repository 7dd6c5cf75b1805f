import { InMemoryTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../packages/mcp/server.ts';
import { openWorkshop, type Workshop } from '../../packages/mcp/workshop.ts';
import { ERROR_CODES } from '../../src/graph/errors.ts';
import { schema } from '../support/schema.ts';
import { type Agent, connectAgent, tokensOf } from './agent.ts';

const MOST_TOKENS = 2000;
const NOTIFICATIONS = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { id text } }
}`;
const NEW_NOTIFICATION = {
  document:
    'mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { notificationId } }',
  variables: { input: { receiverId: 'u-ana', text: 'Practice at six', path: '/', persist: true } },
  as: 'instructor',
};

let workshop: Workshop;
let agent: Agent;
const problems: string[] = [];

beforeAll(async () => {
  workshop = await openWorkshop((line) => void problems.push(line), schema);
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  await createServer(workshop).connect(ofServer);
  agent = await connectAgent(ofClient);
});

afterAll(async () => {
  await agent.client.close();
  await workshop.close();
  expect(problems).toEqual([]);
});

/** The text of an answer, which fits and says where it is from. */
async function textOf(tool: string, args: Record<string, unknown>): Promise<string> {
  const { text, isError } = await agent.call(tool, args);
  expect([tool, args, isError]).toEqual([tool, args, false]);
  expect(text).toMatch(/\n\nSource: .*gateway \d+\.\d+\.\d+/);
  expect(tokensOf(text)).toBeLessThanOrEqual(MOST_TOKENS);
  return text;
}

async function refusalOf(tool: string, args: Record<string, unknown>): Promise<string> {
  const { text, isError } = await agent.call(tool, args);
  expect(isError).toBe(true);
  expect(tokensOf(text)).toBeLessThan(200);
  return text;
}

describe('the tools for agents', () => {
  it('are few, and their descriptions are short', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search', 'read', 'check', 'explain', 'run', 'listen']);
    expect(tokensOf(JSON.stringify(tools))).toBeLessThan(3000);
    expect(agent.client.getInstructions()).toContain('search');
  });
});

describe('search and read', () => {
  it('lead from a question to the text of a field, a type, an error and a guide', async () => {
    for (const [query, address, content] of [
      ['how do I page through the leaderboard', '/schema/queries/leaderboard', 'endCursor'],
      ['students of a class', '/schema/types/Class#students', 'Students'],
      ['throttled', '/schema/errors#RATE_LIMITED', ERROR_CODES.RATE_LIMITED.meaning],
      ['students of a class by name', '/schema/guides/recipes#the-members-of-a-class', 'ClassMember'],
      ['a bell that survives offline', '/schema/guides/recipes#a-bell-that-survives-offline', 'localStorage'],
      ['readEvents lastEventId', '/schema/guides/client-api#readevents-stream', 'function readEvents'],
      ['cache rule', '/schema/guides/cache-rule', 'normalized caches'],
    ] as const) {
      expect(await textOf('search', { query })).toContain(`(${address})`);
      expect(await textOf('read', { name: address })).toContain(content);
    }
  });

  it('find only what can be read', async () => {
    for (const query of ['note', 'changes of the graph', 'session', 'cursor', 'gap', 'a b c d e f g']) {
      const addresses = (await textOf('search', { query })).matchAll(/\((\/schema[^)]*)\)/g);
      for (const [, name = ''] of addresses)
        expect(await textOf('read', { name })).not.toContain('Nothing is called');
    }
  });

  it('read by name: a root field, a type, its field, a code, a directive and a guide', async () => {
    expect(await textOf('read', { name: 'classes' })).toContain('# query classes');
    expect(await textOf('read', { name: 'Mutation.createNote' })).toContain('# mutation createNote');
    expect(await textOf('read', { name: 'Course' })).toContain('`levels: [Level!]`');
    const field = await textOf('read', { name: 'Course.levels' });
    expect(field).toContain('GET /edu/v1/course/levels');
    expect(field).not.toContain('objectives');
    expect(await textOf('read', { name: 'CONFLICT' })).toContain(ERROR_CODES.CONFLICT.meaning);
    expect(await textOf('read', { name: '@idempotent' })).toContain('key');
    expect(await textOf('read', { name: 'guide: apollo' })).toContain('Apollo Client');
    expect(await textOf('read', { name: 'skill#streams' })).toContain('notificationText');
  });

  it('read a long text in pages that together say all of it, and suggest what is close to a wrong name', async () => {
    const first = await textOf('read', { name: 'recipes' });
    const [, count = ''] = /Page 1 of (\d+)/.exec(first) ?? [];
    expect(Number(count)).toBeGreaterThan(1);
    const pages = [first];
    for (let page = 2; page <= Number(count); page += 1)
      pages.push(await textOf('read', { name: 'recipes', page }));
    const recipes = workshop.reference.catalog.source.guides.get('recipes') ?? '';
    for (const [heading] of recipes.matchAll(/^## .*$/gm))
      expect(pages.filter((text) => text.includes(`${heading}\n`))).toHaveLength(1);
    expect(await textOf('read', { name: 'recipes', page: 200 })).toContain(`There are ${count} pages.`);
    expect(await textOf('read', { name: 'leaderbord standings' })).toContain('Nothing is called');
    expect(await textOf('read', { name: 'the leaderboard' })).toContain('/schema/queries/leaderboard');
  });
});

describe('check', () => {
  it('says what a valid document requires and costs, how it is cached, and what it lacks', async () => {
    const text = await textOf('check', {
      document: `query ($first: Int) {
        classes(first: $first) { nodes { name course { ...C } } pageInfo { endCursor } }
      } fragment C on Course { id name }`,
      variables: { first: 20 },
    });
    expect(text).toMatch(/^Valid\./);
    expect(text).toContain('user token');
    expect(text).toMatch(/1 {2}GET \/edu\/v1\/class\/list/);
    expect(text).toContain('Cache keys: Class:<id>, Course:<id>.');
    expect(text).toMatch(/Select `id`.*ClassConnection\.nodes \(Class\)/);
    expect(text).toContain('Paged lists, each one list for all `first` and `after`: Query.classes.');
    expect(text).toContain('Deprecated parts: none.');
  });

  it('names idempotency keys, what a stream needs to resume, and a price over its limit', async () => {
    expect(
      await textOf('check', {
        document: 'mutation ($input: CreateNoteInput!) { createNote(input: $input) { noteId } }',
        variables: { input: { text: 'x', classId: 'g' } },
      }),
    ).toContain('Takes an idempotency key: createNote.');
    const stream = await textOf('check', {
      document: 'subscription { notificationReceived { notification { id } } }',
    });
    expect(stream).toContain('select cursor and gap');
    expect(stream).toContain('$after');
    expect(await textOf('check', { document: NOTIFICATIONS })).not.toContain('Stream:');
    const dear =
      '{ classes(first: 100) { nodes { id students { user { id } } course { id levels { name } objectives { id } } } } }';
    expect(await textOf('check', { document: dear })).toContain('limit: too many');
  });

  it('says why a document is refused, as the gateway does', async () => {
    expect(await textOf('check', { document: '{ clases { name } me { handl } }' })).toMatch(
      /Refused\.[\s\S]*line 1, column 3[\s\S]*Did you mean "class"[\s\S]*"handle"/,
    );
    expect(await textOf('check', { document: '{ me {' })).toContain('GRAPHQL_PARSE_FAILED');
  });
});

describe('run', () => {
  it('answers with data, and with the platform calls that it took', async () => {
    const text = await textOf('run', { document: '{ me { handle } classes(first: 2) { nodes { name } } }' });
    expect(text).toMatch(/^2 platform calls: .*1 × GET \/edu\/v1\/class\/list/);
    expect(text).toContain('"handle": "@ana.ferreira"');
    expect(text).toContain('the embedded platform');
  });

  it('says what the errors of a response mean', async () => {
    const document = '{ classes { nodes { id } } }';
    expect(await textOf('run', { document, as: 'plugin' })).toContain(
      `FORBIDDEN: ${ERROR_CODES.FORBIDDEN.meaning}`,
    );
    expect(await textOf('run', { document, as: 'nobody' })).toContain('Sent without a credential');
    expect(await textOf('run', { document: '{ clases }' })).toContain('Did you mean "class"');
  });

  it('reaches the embedded platform alone: it takes no address, header or token', async () => {
    const document = '{ me { id } }';
    for (const argument of [
      { url: 'https://platform.example' },
      { endpoint: 'https://platform.example/graphql' },
      { authorization: 'Bearer of-a-real-user' },
      { headers: { authorization: 'Bearer of-a-real-user' } },
    ]) {
      const text = await refusalOf('run', { document, ...argument });
      expect(text).toContain('works on the embedded platform alone');
      expect(text).not.toContain('of-a-real-user');
    }
    expect(await refusalOf('run', { document, as: 'Bearer of-a-real-user' })).not.toContain('of-a-real-user');
    expect(await refusalOf('listen', { document: NOTIFICATIONS, url: 'https://platform.example' })).toContain(
      'works on the embedded platform alone',
    );
  });
});

describe('listen', () => {
  it('returns the items of a stream, with the event that an operation causes', async () => {
    const text = await textOf('listen', {
      document: NOTIFICATIONS,
      items: 2,
      seconds: 30,
      during: NEW_NOTIFICATION,
    });
    expect(text).toMatch(/^2 items; left after 2 items, as asked\./);
    expect(text).toContain('"text": "Practice at six"');
    expect(text).toMatch(/Sent during it: [\s\S]*"notificationId": "/);
  });

  it('leaves a stream that goes on without end', async () => {
    expect(await textOf('listen', { document: NOTIFICATIONS, items: 20, seconds: 1 })).toMatch(
      /^1 items; left after 1 s; it goes on\./,
    );
  });

  it('says why a stream is refused, and which tool is for the other operations', async () => {
    expect(await textOf('listen', { document: NOTIFICATIONS, as: 'nobody' })).toContain('UNAUTHENTICATED');
    expect(await textOf('listen', { document: 'subscription { nothing }' })).toContain('Refused.');
    expect(await refusalOf('listen', { document: '{ me { id } }' })).toContain('use `run`');
    expect(await refusalOf('run', { document: NOTIFICATIONS })).toContain('use `listen`');
    expect(await refusalOf('listen', { document: NOTIFICATIONS, seconds: 3600 })).toContain('seconds');
  });
});

describe('explain', () => {
  it('says of each code what happened and whether to retry', async () => {
    for (const [code, { meaning }] of Object.entries(ERROR_CODES)) {
      const text = await textOf('explain', { error: code });
      expect(text).toContain(`${code}: ${meaning}`);
      expect(text).toContain('Retry only if');
    }
  });

  it('says which field, argument and platform call an error of a response is about', async () => {
    const document = 'mutation ($input: CreateNoteInput!) { made: createNote(input: $input) { noteId } }';
    const errors = [
      {
        message: 'input.text must not be empty.',
        path: ['made'],
        extensions: {
          code: 'BAD_USER_INPUT',
          argument: ['input', 'text'],
          reason: 'REQUIRED',
          retryable: false,
        },
      },
      {
        message: 'The platform did not respond.',
        path: ['made'],
        extensions: {
          code: 'UPSTREAM_TIMEOUT',
          upstream: { route: 'POST /edu/v1/note/create' },
          retryable: false,
        },
      },
    ];
    const text = await textOf('explain', { error: JSON.stringify({ data: null, errors }), document });
    expect(text).toContain('At Mutation.createNote');
    expect(text).toContain('Invalid argument: input.text');
    expect(text).toContain('Reason REQUIRED');
    expect(text).toContain('POST /edu/v1/note/create');
    expect(text).not.toContain('Retryable: yes');
    expect(await textOf('explain', { error: '[{"message":"Bad gateway","extensions":{}}]' })).toContain(
      'proxy',
    );
    expect(await refusalOf('explain', { error: 'it does not work' })).toContain('No error in it');
    expect(await refusalOf('explain', {})).toContain('Give `error`');
  });

  it('says what a gap is, and why a document is refused', async () => {
    const text = await textOf('explain', { gap: 'TRIMMED' });
    expect(text).toContain('TRIMMED: Events after your cursor have expired');
    expect(text).not.toContain('LOG_REPLACED');
    expect(text).toContain('Read the list again');
    expect(await textOf('explain', { document: '{ clases }' })).toContain('Did you mean');
  });
});

describe('hostile input', () => {
  const documents = {
    'a document of many tokens': `{${' me { id }'.repeat(9000)} }`,
    'fragments that double': `{ me { ...A0 } } ${Array.from({ length: 60 }, (_, n) => `fragment A${n} on Viewer { ${n === 59 ? 'id' : `...A${n + 1} ...A${n + 1}`} }`).join(' ')}`,
    'a cycle of fragments': '{ me { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }',
    'a deep document': `${'{ friends '.repeat(700)}{ id }${' }'.repeat(700)}`,
    'a long name': `{ ${'a'.repeat(90_000)} }`,
    'many errors': `{ ${Array.from({ length: 700 }, (_, n) => `unknown${n}`).join(' ')} }`,
    'no GraphQL': '\u0000\uffff'.repeat(1000),
    'other alphabets': `{ me(${'文'.repeat(30_000)}: 1) }`,
    space: ' '.repeat(99_000),
  };

  it.each(Object.entries(documents))('%s gets a bounded answer', async (_, document) => {
    expect(await textOf('check', { document })).toContain('Refused.');
    expect(await textOf('run', { document })).toContain('Refused.');
    expect(await textOf('explain', { error: document.toUpperCase().concat(' CONFLICT'), document })).not.toBe(
      '',
    );
  });

  it('too much of it is refused with a clear message, without repeating it', async () => {
    const document = `{ ${'me { id } '.repeat(500_000)} }`;
    for (const tool of ['check', 'run', 'listen', 'explain'])
      expect(await refusalOf(tool, { document })).toContain('<=100000 characters');
    expect(await refusalOf('check', { document: '{ me { id } }', ['x'.repeat(100_000)]: 1 })).toContain(
      'no such argument',
    );
    const deep = JSON.parse(`${'[{"a":'.repeat(2000)}1${'}]'.repeat(2000)}`);
    await textOf('check', { document: '{ me { id } }', variables: { deep } });
    await textOf('run', { document: '{ me { id } }', variables: { deep } });
    expect(await refusalOf('explain', { error: '['.repeat(90_000) })).toContain('No error in it');
  });

  it('is followed by ordinary answers', async () => {
    expect(await textOf('run', { document: '{ me { handle } }' })).toContain('@ana.ferreira');
  });
});

describe('large results', () => {
  it('are shortened where they are long, and say by how much', async () => {
    const data = {
      text: 'word '.repeat(6000),
      list: Array.from({ length: 200 }, (_, n) => ({ n, 名: '文'.repeat(50) })),
    };
    await textOf('run', {
      document: 'mutation ($input: CreateBucketInput!) { createBucket(input: $input) { bucket { id } } }',
      variables: { input: { id: 'b-large', public: false, userIds: ['u-ana'], data } },
    });
    const text = await textOf('run', { document: '{ bucket(id: "b-large") { id data } }' });
    expect(text).toMatch(/… \(\d+ more characters\)/);
    expect(text).toMatch(/… \d+ more items/);
    expect(await textOf('run', { document: INTROSPECTION })).toContain('more items');
  });
});

const INTROSPECTION =
  '{ __schema { types { name kind fields { name type { name kind ofType { name } } } } } }';
