import { request as httpRequest } from 'node:http';
import { INBOUND_CALLS } from 'learning-platform-kit/contract/inbound';
import { nameOf, ROUTES, ROUTES_BY_ID } from 'learning-platform-kit/contract/routes';
import type { Parameter, Route, Rule } from 'learning-platform-kit/contract/vocabulary';
import { type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { violationsIn } from '../support/response-check.ts';
import { forSuite } from '../support/suite.ts';
import { basic, startPlatform } from './platform.ts';
import { startPlugin } from './plugin.ts';

/** Values that no message may quote. */
const PRIVATE = 'private-value';

const platform = forSuite(startPlatform);

/** A request in parts, so that a test can change one of them. */
interface Parts {
  method: string;
  path: string;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  body: Record<string, unknown>;
}

/** A value of the documented type. */
function sample(schema: TSchema): unknown {
  if (Type.IsUnion(schema)) return sample(schema.anyOf[0] ?? Type.Unknown());
  if (Type.IsLiteral(schema)) return schema.const;
  if (Type.IsArray(schema)) return [sample(schema.items)];
  if (Type.IsObject(schema)) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, sample(property)]),
    );
  }
  const found = [
    'v'.repeat(43),
    PRIVATE,
    '2026-01-01T00:00:00Z',
    'https://x.example/',
    1,
    true,
    { x: 1 },
  ].find((value) => (value === 'v'.repeat(43)) === 'pattern' in schema && Check(schema, value));
  if (found === undefined) throw new Error('no sample is of this type');
  return found;
}

const inText = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.map(String) : String(value);

/** A request with every documented parameter in its location and a valid credential. */
function wellFormed(route: Route): Parts {
  const inPlace = (place: Parameter['in']) => route.parameters.filter((parameter) => parameter.in === place);
  return {
    method: route.method,
    path: route.path,
    headers: route.credential ? { [route.credential.header]: credentialOf(route) } : {},
    query: Object.fromEntries(inPlace('query').map(({ name, schema }) => [name, inText(sample(schema))])),
    body: Object.fromEntries(inPlace('body').map(({ name, schema }) => [name, sample(schema)])),
  };
}

const credentialOf = ({ credential }: Route): string =>
  credential?.kind === 'plugin credential'
    ? basic(platform.credentials.plugin).authorization
    : `Bearer ${platform.student}`;

/** Sends a request verbatim: `fetch` sends no body with a GET. */
async function send(
  route: Route,
  change: (parts: Parts) => Partial<Parts>,
): Promise<{ status: number; message: string }> {
  const wellFormedParts = wellFormed(route);
  const parts = { ...wellFormedParts, ...change(wellFormedParts) };
  const url = new URL(parts.path, route.host === 'notes' ? platform.notesUrl : platform.url);
  for (const [name, value] of Object.entries(parts.query)) {
    for (const item of [value].flat()) url.searchParams.append(name, item);
  }
  const body = Object.keys(parts.body).length === 0 ? '' : JSON.stringify(parts.body);
  const text = await new Promise<string>((resolve, reject) => {
    const headers = {
      ...parts.headers,
      ...(body === ''
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const request = httpRequest(url, { method: parts.method, headers }, (response) => {
      response
        .toArray()
        .then((chunks) => resolve(`${response.statusCode} ${Buffer.concat(chunks).toString()}`))
        .catch(reject);
    });
    request.once('error', reject).end(body);
  });
  for (const secret of [PRIVATE, platform.student, platform.credentials.plugin.clientSecret]) {
    expect(text).not.toContain(secret);
  }
  return { status: Number(text.slice(0, 3)), message: JSON.parse(text.slice(4)).error.message };
}

const refused = (status: number, message: string) => ({ status, message: expect.stringContaining(message) });
const PARAMETERS = ROUTES.flatMap((route) =>
  route.parameters.map((parameter) => ({ title: `${parameter.name} of ${nameOf(route)}`, route, parameter })),
);
const EVERY_ROUTE = ROUTES.map((route) => ({ title: nameOf(route), route }));
const otherPlace = (place: Parameter['in']) => (place === 'query' ? ('body' as const) : ('query' as const));

describe('a parameter in the wrong location', () => {
  it.each(PARAMETERS)('is refused: $title', async ({ route, parameter: { name, in: place } }) => {
    const response = await send(route, ({ query, body }) => {
      const { [name]: fromQuery, ...restOfQuery } = query;
      const { [name]: fromBody, ...restOfBody } = body;
      return place === 'query'
        ? { query: restOfQuery, body: { ...body, [name]: fromQuery } }
        : { query: { ...query, [name]: inText(fromBody) }, body: restOfBody };
    });
    expect(response).toEqual(
      refused(400, `${name} belongs in the ${place}, not in the ${otherPlace(place)}`),
    );
  });
});

describe('a value of the wrong type', () => {
  const wrongFor = ({ in: place, schema }: Parameter): unknown => {
    const candidates = place === 'query' ? [PRIVATE, [PRIVATE, PRIVATE]] : [7, PRIVATE, [7], null];
    return candidates.find((value) => !Check(schema, value));
  };
  const mistakable = PARAMETERS.filter(({ parameter }) => wrongFor(parameter) !== undefined);

  it('is possible for every parameter except any JSON, and strings that may be repeated', () => {
    const rest = PARAMETERS.filter((one) => !mistakable.includes(one)).map(({ title }) => title);
    expect(rest).toEqual([
      'value of POST /app/v1/bucket',
      'categories of GET /leaderboard/v1',
      'categories of GET /leaderboard/v1/rank',
      'categories of PUT /leaderboard/v1',
    ]);
  });

  it.each(mistakable)('is refused: $title', async ({ route, parameter }) => {
    const { name, in: place } = parameter;
    const response = await send(route, (parts) => ({
      [place]: { ...parts[place], [name]: wrongFor(parameter) },
    }));
    expect(response).toEqual({
      status: 400,
      message: expect.stringMatching(new RegExp(`^${name} must .* in the ${place}$`)),
    });
  });

  it('is also refused inside a value, with its path', async () => {
    const at = async (route: Route, change: Record<string, unknown>) =>
      send(route, ({ body }) => ({ body: { ...body, ...change } }));
    const info = (items: unknown) => ({ additionalInfo: items });
    const { addUserInfo, recordStatement } = ROUTES_BY_ID;
    expect(await at(addUserInfo, info([{ title: 'x' }]))).toEqual(refused(400, 'additionalInfo.0 must have'));
    expect(await at(addUserInfo, info([{ title: 'x', description: 'y', more: PRIVATE }]))).toEqual(
      refused(400, 'additionalInfo.0.more is not a documented member'),
    );
    expect(await at(addUserInfo, info([{ title: 'x', description: 'y', toString: PRIVATE }]))).toEqual(
      refused(400, 'additionalInfo.0.toString is not a documented member'),
    );
    const actor = { account: { homePage: PRIVATE, name: 7 } };
    expect(await at(recordStatement, { actor })).toEqual(refused(400, 'actor.account.name must be string'));
  });
});

describe('an unknown parameter', () => {
  it.each(EVERY_ROUTE)('is refused in the query and in the body: $title', async ({ route }) => {
    const message = `${nameOf(route)} has no parameter surprise (sent in the`;
    expect(await send(route, ({ query }) => ({ query: { ...query, surprise: PRIVATE } }))).toEqual(
      refused(400, message),
    );
    expect(await send(route, ({ body }) => ({ body: { ...body, surprise: PRIVATE } }))).toEqual(
      refused(400, message),
    );
  });
});

describe('a required parameter', () => {
  interface Requirement {
    route: Route;
    anyOf: readonly string[];
    when: Readonly<Record<string, string>>;
  }
  const requirementsIn = (route: Route, rule: string | Rule): Requirement[] => {
    if (typeof rule === 'string') return [{ route, anyOf: [rule], when: {} }];
    if ('anyOf' in rule) return [{ route, anyOf: rule.anyOf, when: {} }];
    return rule.required.map((name) => ({ route, anyOf: [name], when: rule.when }));
  };
  const REQUIREMENTS = ROUTES.flatMap((route) =>
    [
      ...route.parameters.filter(({ required }) => required).map(({ name }) => name),
      ...(route.rules ?? []),
      ...(route.sandbox?.requires ?? []),
    ].flatMap((rule) => requirementsIn(route, rule)),
  ).map((one) => ({ title: `${one.anyOf.join(' or ')} of ${nameOf(one.route)}`, ...one }));

  it.each(REQUIREMENTS)('is reported if missing: $title', async ({ route, anyOf, when }) => {
    const place = route.parameters.find(({ name }) => name === anyOf[0])?.in ?? 'query';
    const message = `${anyOf.join(' or ')} is required in the ${place}`;
    const without = await send(route, (parts) => {
      const rest = Object.entries(parts[place]).filter(([name]) => !anyOf.includes(name));
      return { [place]: { ...Object.fromEntries(rest), ...when } };
    });
    expect(without).toEqual(refused(400, message));
  });

  it('counts as missing if it is an empty string', async () => {
    const response = await send(ROUTES_BY_ID.readCourse, () => ({ query: { courseId: '' } }));
    expect(response).toEqual(refused(400, 'courseId is required in the query'));
  });
});

describe('a credential', () => {
  const withCredential = EVERY_ROUTE.filter(({ route }) => route.credential);
  const without = EVERY_ROUTE.filter(({ route }) => !route.credential);

  it.each(withCredential)(
    'is required, and refused in another header or of another kind: $title',
    async ({ route }) => {
      const header = route.credential?.header ?? 'Authorization';
      const other = header === 'Authorization' ? 'Authentication' : 'Authorization';
      const carry = `the header ${header} must carry`;
      const wrongKind = credentialOf(route).startsWith('Basic')
        ? `Bearer ${platform.student}`
        : basic(platform.credentials.plugin).authorization;
      expect(await send(route, () => ({ headers: {} }))).toEqual(refused(401, carry));
      expect(await send(route, () => ({ headers: { [header]: wrongKind } }))).toEqual(refused(401, carry));
      const moved = `belongs in the header ${header}, not in ${other}`;
      expect(await send(route, () => ({ headers: { [other]: credentialOf(route) } }))).toEqual(
        refused(401, moved),
      );
      expect(
        await send(route, ({ headers }) => ({ headers: { ...headers, [other]: credentialOf(route) } })),
      ).toEqual(refused(401, moved));
    },
  );

  it.each(without)('is refused if the contract shows none: $title', async ({ route }) => {
    for (const header of ['Authorization', 'Authentication']) {
      const response = await send(route, () => ({ headers: { [header]: `Bearer ${platform.student}` } }));
      expect(response).toEqual(refused(401, `takes no credential: omit the header ${header}`));
    }
  });
});

describe('a path', () => {
  it.each(EVERY_ROUTE)('is matched exactly: $title', async ({ route }) => {
    const { path } = route;
    const others = [
      path.endsWith('/') ? path.slice(0, -1) : `${path}/`,
      path.replace('v', '%76'),
      path.toUpperCase(),
    ];
    for (const other of others) {
      expect((await send(route, () => ({ path: other }))).status).toBe(404);
    }
    expect((await send(route, () => ({ method: 'PATCH' }))).status).toBe(405);
  });
});

describe('a body', () => {
  const put = (type: string, body: string, path = '/edu/v1/note') =>
    fetch(platform.notesUrl + path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${platform.student}`, 'content-type': type },
      body,
    });
  const messageOf = async (response: Response) => JSON.parse(await response.text()).error.message;

  it('must be a JSON object with content-type application/json', async () => {
    expect(await messageOf(await put('application/json', '[]'))).toBe('the body must be a JSON object');
    expect(await messageOf(await put('application/json', '{'))).toBe('the body must be a JSON object');
    expect(await messageOf(await put('text/plain', '{"text":"x"}'))).toContain('takes its body as JSON');
    const form = await put('application/x-www-form-urlencoded', 'text=x&lessonId=l-grid');
    expect(form.status).toBe(400);
    expect((await put('Application/JSON; charset=utf-8', '{"text":"x","lessonId":"l-grid"}')).status).toBe(
      200,
    );
  });

  it('is refused if the parameters belong in the query', async () => {
    const response = await fetch(`${platform.url}/leaderboard/v1?categories=a&score=1`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${platform.student}` },
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(await messageOf(response)).toBe('PUT /leaderboard/v1 takes no body');
  });
});

describe('leniency', () => {
  it('has a reason', () => {
    const reasons = ROUTES.flatMap(({ sandbox }) => (sandbox?.allows ?? []).map(({ reason }) => reason));
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });
});

describe('a response', () => {
  const wrong = (method: string, path: string, json: unknown, contentType = 'application/json') =>
    violationsIn({ listener: 'base', method, path, status: 200, contentType, body: JSON.stringify(json) });
  const course = { courseId: 'c', name: 'n', description: 'd', profilePic: 'p', coverPhoto: null };

  it('has the documented members with their types, and no unlisted ones', () => {
    expect(wrong('GET', '/edu/v1/course', course)).toEqual([]);
    expect(wrong('GET', '/edu/v1/course', { ...course, name: 7, more: 1 })).toEqual([
      'GET /edu/v1/course: name must be string',
      'GET /edu/v1/course: more is neither in the contract nor listed as added',
    ]);
    const { name: _, ...nameless } = course;
    const list = { docs: [nameless], total: 1, page: 1, limit: 1, pages: 1 };
    expect(wrong('GET', '/edu/v1/course/list', list)).toEqual([
      'GET /edu/v1/course/list: docs.name is missing',
    ]);
    expect(wrong('POST', '/oauth/v2/token', { access_token: 'a', scope: 'b' })).toEqual([
      'POST /oauth/v2/token: scope is neither in the contract nor listed as added',
    ]);
    expect(wrong('GET', '/user/v1/my/profile/picture', 'no picture')).toHaveLength(1);
    expect(wrong('GET', '/oauth/v2/signin', {})).toHaveLength(1);
  });

  it('is also checked inside nested lessons', () => {
    const lesson = { lessonId: 'l', childLessons: [{ lessonId: 'm', childLessons: [], odd: 1 }] };
    const levels = { ...course, levels: [{ levelId: 'v', name: 'n', lessons: [lesson] }] };
    expect(wrong('GET', '/edu/v1/course/levels', levels)).toContain(
      'GET /edu/v1/course/levels: levels.lessons.childLessons.odd is neither in the contract nor listed as added',
    );
  });
});

describe('a call to a plugin', () => {
  it('is a POST of JSON with the plugin credential, and has the documented members', async () => {
    const plugin = await startPlugin();
    platform.setPluginEndpoints(plugin.endpoints);
    const { requestId } = await platform.startAtoRequest();
    await platform.setDistributions(requestId, []);
    await platform.searchMissionPlanner({ term: 'radio' });
    await platform.searchMissionPlanner({ capabilityIds: ['b-c-radio'] });
    platform.setPluginEndpoints({});
    expect(await platform.searchMissionPlanner({ term: 'radio' })).toBeNull();
    plugin.close();
    expect(plugin.calls.at(-1)?.body.orgIds).toEqual(['org-meridian', 'org-vanguard']);
    expect(plugin.calls).toHaveLength(INBOUND_CALLS.length);
    const { authorization } = basic(platform.credentials.plugin);
    for (const [index, { name, body: documented }] of INBOUND_CALLS.entries()) {
      const { body = {}, ...call } = plugin.calls[index] ?? {};
      expect({ name, ...call }).toMatchObject({ name, method: 'POST', authorization });
      const isDocumented = documented === null || Check(documented, body);
      expect({ name, isDocumented }).toEqual({ name, isDocumented: true });
    }
  });
});
