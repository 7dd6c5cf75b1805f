// @module-tag slow
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { openApiDocument } from 'learning-platform-kit/documents/openapi';
import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/lib/is-record.ts';
import { FULL } from '../support/fleet-form.ts';
import { valuesOf } from './schema-values.ts';

const REQUESTS = FULL ? 500 : 40;
const SEED = 20_261_123;

interface Parameter {
  name: string;
  required: boolean;
  schema: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Body {
  content: { 'application/json': { schema: unknown; examples?: Record<string, { value: unknown }> } };
}

interface Operation {
  operationId: string;
  tags: string[];
  servers: { url: string }[];
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: Body;
  responses: { '2XX': { content?: Record<string, { schema?: unknown }> } };
}

interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

/** Nothing but the document: no declaration of the contract, and no example but its own. */
const { paths, components }: Described = JSON.parse(JSON.stringify(openApiDocument()));
const { schemas } = components;
const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
);

interface Request {
  query: [name: string, value: string][];
  body: unknown;
}

const asTexts = (name: string, value: unknown): [string, string][] =>
  (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]);

/** Requests with values of the examples and of the schemas, mixed. */
function requestsOf({ parameters, requestBody }: Operation): fc.Arbitrary<Request> {
  const query = parameters.map(({ name, required, schema, examples = {} }) => {
    const known = Object.values(examples).map(({ value }) => fc.constant(value));
    const given = fc.oneof(...known, valuesOf(schema, schemas)).map((value) => asTexts(name, value));
    return required ? given : fc.option(given, { nil: [] });
  });
  const { schema, examples = {} } = requestBody?.content['application/json'] ?? {};
  const known = Object.values(examples).map(({ value }) => fc.constant(value));
  const generated = schema === undefined ? fc.constant(undefined) : valuesOf(schema, schemas);
  // A member of an example replaced by another value finds more than a body in which no ID is known.
  const mixed = known.map((one) =>
    fc.tuple(one, generated, fc.nat()).map(([example, other, which]) => {
      const names = isRecord(other) ? Object.keys(other) : [];
      const name = names[which % Math.max(1, names.length)];
      return isRecord(example) && isRecord(other) && name !== undefined
        ? { ...example, [name]: other[name] }
        : example;
    }),
  );
  return fc.record({
    query: fc.tuple(...query).map((found) => found.flat()),
    body: fc.oneof(...known, ...mixed, generated),
  });
}

/** What a scheme of the document is for someone in the seed data. */
function credentialsFor({ security }: Operation, { credentials }: Sandbox): Record<string, string>[] {
  const { plugin, student, instructor } = credentials;
  const basic = Buffer.from(`${plugin.clientId}:${plugin.clientSecret}`).toString('base64');
  const [scheme = 'none'] = Object.keys(security[0] ?? {});
  if (scheme === 'none') return [{}];
  if (scheme === 'pluginCredential') return [{ authorization: `Basic ${basic}` }];
  const header = scheme === 'userTokenInAuthentication' ? 'authentication' : 'authorization';
  return [student, instructor].map((token) => ({ [header]: `Bearer ${token}` }));
}

async function send(
  sandbox: Sandbox,
  { path, method, servers }: (typeof OPERATIONS)[number],
  credential: Record<string, string>,
  { query, body }: Request,
) {
  const origin = servers.some(({ url }) => url.includes('notes')) ? sandbox.notesUrl : sandbox.url;
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}`;
  const response = await fetch(origin + path + search, {
    method,
    headers: { ...credential, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
  });
  return { status: response.status, text: await response.text() };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('uri', (text) => URL.canParse(text));
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
ajv.addFormat('date-time', (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)));
ajv.addSchema({ $id: 'contract', components });

/** Judges the JSON of a response. Null: the document does not show it. */
function judgeOf({ responses }: Operation): ValidateFunction | null {
  const schema = responses['2XX'].content?.['application/json']?.schema;
  if (schema === undefined) return null;
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')));
}

/** The same as `RULES`, met by few of the generated requests. */
const RARE: readonly (readonly [message: RegExp, why: string])[] = [
  [/dateOfBirth must not be in the future/, 'nobody is born later than today'],
  [/key (must not contain|has an empty segment)/, 'a location in dot notation, stated in words'],
  [/object\.id is required/, 'the rules of xAPI statements'],
  [/object\.lessonId is required with/, 'an answer belongs to the question of a lesson'],
];

/** Why the sandbox refuses a request that the document allows: with what no schema says, or what the contract leaves open. */
const RULES: readonly (readonly [message: RegExp, why: string])[] = [
  [
    / is required (in the (query|body)|for this badge)/,
    'the route makes no sense without it, or its description requires it',
  ],
  [/ is not registered/, 'clients and redirect URIs are registered in the console'],
  [/the code is unknown|refreshToken is unknown/, 'it comes from a sign-in'],
  [/code_challenge must be a base64-encoded SHA-256 hash/, 'stated in words'],
  [/(page|limit) must be an integer/, 'the class list takes numbers as text'],
  [/(page|limit|count) must be at least 1/, 'there is no page before the first'],
  [/(persist|showRemoved) must be the string true or false/, 'a yes or no that is a text'],
  [/categories must contain at least one category/, 'a text of commas names none'],
  [
    /object\.extensions must contain|homePage must be|verb\.id is not in the list/,
    'the rules of xAPI statements',
  ],
  ...(FULL ? RARE : []),
  [/timestamp must be a time in ISO 8601/, 'as xAPI wants it; the contract says that it is a text'],
];

/** Operations whose requests need what only a sign-in, a sent notification or an ATO request yields. */
const AT_RUN_TIME = ['issueToken', 'registerDevice', 'updateAtoStatus', 'raiseAtoAlert'];

/** A member that the document requires, and that an instructor's list does not have: it describes that of a student. */
const OF_STUDENTS = 'studentId';

/** Sends the examples of the operations before this one that create or add something. */
async function prepare(sandbox: Sandbox, { tags, operationId }: Operation): Promise<void> {
  for (const operation of OPERATIONS) {
    if (operation.operationId === operationId) return;
    if (operation.tags[0] !== tags[0] || !['PUT', 'POST'].includes(operation.method)) continue;
    const bodies = Object.values(operation.requestBody?.content['application/json'].examples ?? {});
    const [credential = {}] = credentialsFor(operation, sandbox);
    for (const { value } of bodies) await send(sandbox, operation, credential, { query: [], body: value });
  }
}

describe('requests that follow from the OpenAPI document alone', () => {
  const met = new Set<RegExp>();

  it.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
    'have documented responses: %s',
    async (id, operation) => {
      const judge = judgeOf(operation);
      const statuses: number[] = [];
      const requests = fc.sample(requestsOf(operation), { numRuns: REQUESTS, seed: SEED });
      const sandbox = await startSandbox();
      try {
        await prepare(sandbox, operation);
        for (const request of requests)
          for (const credential of credentialsFor(operation, sandbox)) {
            const { status, text } = await send(sandbox, operation, credential, request);
            const said = `${JSON.stringify(request)}: ${status} ${text.slice(0, 300)}`;
            statuses.push(status);
            expect(status, said).toBeLessThan(500);
            if (status >= 400)
              expect(JSON.parse(text), said).toEqual({
                error: { code: expect.any(String), message: expect.any(String) },
              });
            if (status === 400) {
              const rule = RULES.find(([message]) => message.test(text));
              expect(rule, said).toBeDefined();
              if (rule) met.add(rule[0]);
            }
            if (!judge || status >= 300) continue;
            judge(JSON.parse(text));
            const wrong = (judge.errors ?? []).filter(
              ({ params }) => id !== 'listClasses' || params.missingProperty !== OF_STUDENTS,
            );
            expect(wrong, said).toEqual([]);
          }
      } finally {
        await sandbox.close();
      }
      expect(
        statuses.some((status) => status < 400),
        String(statuses),
      ).toBe(!AT_RUN_TIME.includes(id));
    },
  );

  it('are refused by each of the listed rules', () => {
    expect(RULES.filter(([message]) => !met.has(message)).map(([, why]) => why)).toEqual([]);
  });
});
