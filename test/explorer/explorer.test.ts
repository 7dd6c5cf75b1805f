import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { buildSchema, parse, validate } from 'graphql';
import { openExplorer } from 'learning-platform-explorer';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_DOCUMENT, EXAMPLES } from '../../packages/explorer/examples.ts';
import { startApp } from '../../src/app/app.ts';
import { PAGES_HTTP } from '../../src/app/explorer.ts';
import { readGraph } from '../../src/app/reference-source.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { as, startGateway } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const gateway = suiteGateway();

const page = async (path: string): Promise<string> => (await fetch(gateway.url + path)).text();

/** The JSON embedded in a page for its script. */
const dataIn = (content: string, id: string) => {
  const found = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(content);
  return JSON.parse(found?.[1] ?? 'null');
};

const PAGES = ['/', '/explorer', '/map', '/sandbox'];

describe('the explorer pages', () => {
  it.each(PAGES)('link to one another and to the console, from %s', async (path) => {
    const content = await page(path);
    for (const link of [...PAGES, gateway.sandbox.consoleUrl]) expect(content).toContain(`href="${link}"`);
    expect(content).toContain(`href="${path}" aria-current="page"`);
  });

  it('accept only reads, are not cached, and restrict what they load', async () => {
    for (const path of PAGES) {
      const { headers, status } = await fetch(gateway.url + path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src [^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
      // No script of another network runs where it could read what these pages store.
      expect(policy).not.toMatch(/https?:/);
      expect((await fetch(gateway.url + path, { method: 'POST' })).status).toBe(405);
      const head = await fetch(gateway.url + path, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await page(path))));
    }
  });

  it('come with example operations that run as the student', async () => {
    const sandbox = await page('/sandbox');
    const { examples, identities, schema } = dataIn(await page('/explorer'), 'settings');
    const sdl = await page(schema);
    expect(dataIn(sandbox, 'settings')).toEqual({ document: EXAMPLE_DOCUMENT });
    expect(sandbox).toContain(`authorization: ${as.student.authorization}`);
    expect(sandbox).not.toMatch(/<script[^>]* src="https?:/);
    expect(examples).toEqual(EXAMPLES);
    expect(identities[0]).toMatchObject({ role: 'Student', ...as.student });
    for (const { title, document, variables } of EXAMPLES) {
      expect(validate(buildSchema(sdl), parse(document))).toEqual([]);
      if (document.includes('subscription')) continue;
      const { errors } = await gateway.query(document, { as: as.student, ...(variables && { variables }) });
      expect([title, errors]).toEqual([title, []]);
    }
  });

  it('offer a student, an instructor, a child and the plugin, each with an operation that works', async () => {
    const { identities } = dataIn(await page('/'), 'settings');
    expect(identities.map(({ role }: { role: string }) => role)).toEqual([
      'Student',
      'Instructor',
      'Child',
      'Plugin',
    ]);
    for (const { role, authorization, document } of identities) {
      const { errors, data } = await gateway.query(document, { as: { authorization } });
      expect([role, errors]).toEqual([role, []]);
      if (role === 'Child') expect(data.me).toMatchObject({ firstName: 'Mina', userType: 'child' });
    }
  });

  it('have the explorer for a browser that opens the endpoint, while clients get GraphQL', async () => {
    const open = (headers: Record<string, string>, search = '') =>
      fetch(`${gateway.url}/graphql${search}`, { headers, redirect: 'manual' });
    const visit = await open({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([visit.status, visit.headers.get('location')]).toEqual([303, '/explorer']);
    expect((await open({ accept: '*/*' })).status).toBe(400);
    const query = await open(
      { accept: 'text/html', 'apollo-require-preflight': 'true' },
      '?query={__typename}',
    );
    expect(query.headers.get('location')).toBeNull();
    const address = new URLSearchParams({ query: '{ me { id } }', variables: '{"a":1}' });
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    const [typed] = await once(get(`${gateway.url}/graphql?${address}`, { headers }), 'response');
    typed.resume();
    const link = new URL(typed.headers.location, gateway.url);
    expect([typed.statusCode, link.pathname]).toEqual([303, '/explorer']);
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({
      operation: '{ me { id } }',
      variables: '{"a":1}',
    });
  });

  it('suggest others to a browser at an address that does not exist, and tell clients where the graph is', async () => {
    const visit = (path: string, accept = 'text/html') => fetch(gateway.url + path, { headers: { accept } });
    const suggestions = async (path: string): Promise<string[]> => {
      const response = await visit(path);
      const content = await response.text();
      expect([path, response.status]).toEqual([path, 404]);
      for (const link of PAGES) expect(content).toContain(`href="${link}"`);
      return [...content.matchAll(/<li><a href="([^"]+)">/g)].map(([, link = '']) => link);
    };
    expect(await suggestions('/explorr')).toContain('/explorer');
    expect(await suggestions('/graphiql')).toContain('/explorer');
    expect(await suggestions('/docs')).toContain('/schema');
    expect(await suggestions('/schema/types/Corse')).toContain('/schema/types/Course');
    expect(await suggestions('/schema/queries/Classes')).toContain('/schema/queries/classes');
    expect(await suggestions('/nope')).toEqual([]);
    expect(await suggestions('/%3Cscript%3Ealert(1)%3C/script%3E')).toEqual([]);
    const client = await visit('/nothing', '*/*');
    expect([client.status, await client.text()]).toEqual([
      404,
      'Not found. The GraphQL endpoint is /graphql.\n',
    ]);
    const post = await fetch(`${gateway.url}/nothing`, { method: 'POST' });
    expect(post.status).toBe(404);
  });

  it('are one click away from the console of the embedded platform', async () => {
    const content = await (await fetch(gateway.sandbox.consoleUrl)).text();
    for (const path of ['/', '/explorer', '/schema', '/map', '/sandbox'])
      expect(content).toContain(`href="${gateway.url}${path}"`);
  });

  it('preset no credential on a real platform', async () => {
    const config = readConfig({ PORT: '0', PLATFORM_URL: gateway.sandbox.url });
    const app = await startApp(config, openLog('silent', { write() {} }));
    for (const path of ['/', '/explorer', '/sandbox']) {
      const content = await (await fetch(app.url + path)).text();
      expect(content).toContain(path === '/' ? 'Bring your own credential' : 'MyClasses');
      expect(content).not.toMatch(/demo-(?:student|instructor|child|plugin)/);
    }
    await app.close();
  });

  it('are absent when the explorer is off', async () => {
    const closed = await startGateway({ environment: { EXPLORER: 'false' } });
    for (const path of [...PAGES, '/explore/frame.css', '/explore/editor.js']) {
      expect((await fetch(closed.url + path)).status).toBe(404);
    }
    await closed.close();
  });
});

describe('explorer files', () => {
  /** URLs of the files that a page loads from the gateway, as a browser resolves them. */
  const filesOf = (content: string, path: string): string[] => {
    const base = new URL(/<base href="([^"]+)"/.exec(content)?.[1] ?? path, gateway.url);
    const links = [...content.matchAll(/<(?:script|link|img)\b[^>]*?(?:src|href)="([^"]+)"/g)];
    return links
      .map(([, link = '']) => new URL(link, base).href)
      .filter((url) => url.startsWith(gateway.url));
  };

  it('exist, with the right content type', async () => {
    const kinds: Record<string, RegExp> = {
      css: /^text\/css; charset=utf-8$/,
      js: /^text\/javascript; charset=utf-8$/,
      svg: /^image\/svg\+xml$/,
      ico: /^image\/x-icon$/,
    };
    const urls = new Set<string>();
    for (const path of PAGES) {
      for (const url of filesOf(await page(path), path)) urls.add(url);
    }
    expect(urls.size).toBeGreaterThan(10);
    for (const url of urls) {
      const { status, headers } = await fetch(url);
      expect([url, status]).toEqual([url, 200]);
      expect(headers.get('content-type')).toMatch(kinds[url.split('.').at(-1) ?? ''] ?? /^$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('are sent again only after they changed', async () => {
    const url = `${gateway.url}/explore/frame.css`;
    const first = await fetch(url);
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    for (const known of [tag, tag.slice(2), '*', `"other", W/"a,b", ${tag}`, `${tag},"other"`]) {
      const again = await fetch(url, { headers: { 'if-none-match': known } });
      expect([known, again.status, await again.text()]).toEqual([known, 304, '']);
    }
    for (const unknown of ['"other"', tag.slice(3, -1), `"${tag}"`, '']) {
      const other = await fetch(url, { headers: { 'if-none-match': unknown } });
      expect([unknown, other.status]).toEqual([unknown, 200]);
    }
    const other = await fetch(`${gateway.url}/explore/map.js`, { headers: { 'if-none-match': tag } });
    expect(other.status).toBe(200);
  });

  it.each([
    '/explore/../../package.json',
    '/explore/%2e%2e/%2e%2e/package.json',
    '/explore/..%2f..%2fpackage.json',
    '/explore/....//package.json',
    '/explore//etc/passwd',
    '/explore/..\\page.ts',
    '/explore/../page.ts',
    '/explore/constructor',
    '/explore/',
  ])('expose nothing else: %s', async (path) => {
    expect((await rawGet(path)).status).toBe(404);
  });

  it.each([
    ['localhost:4000', 200],
    ['explorer.localhost', 200],
    ['127.0.0.2:4000', 200],
    ['[::1]:4000', 200],
    ['evil.example:4000', 421],
    ['127.0.0.1.evil.example', 421],
    ['localhost.evil.example', 421],
    ['192.0.2.1', 421],
    ['a b', 421],
  ])(
    'hold a demo credential, so the host %s gets %i: its name may lead here by DNS rebinding',
    async (host, status) => {
      expect((await rawGet('/', { host })).status).toBe(status);
    },
  );

  it('name the setting to a visitor under another host name', async () => {
    const { content: response } = await rawGet('/', { host: 'gateway.example:4000' });
    expect(response).toContain(gateway.url);
    expect(response).toContain('host name gateway.example as well, add it to EXPLORER_HOSTS');
    expect(response).not.toContain('demo-student');
  });

  /** The response for a path sent verbatim: `fetch` would normalize it. */
  const rawGet = async (path: string, headers: Record<string, string> = {}) => {
    const { hostname, port } = new URL(gateway.url);
    const [response] = await once(get({ hostname, port, path, headers }), 'response');
    return { status: response.statusCode, content: await text(response) };
  };
});

describe('the map', () => {
  it('escapes descriptions', async () => {
    const hostile = buildSchema(`
      "</script><script>alert(1)</script> & \`<b>\`"
      type Query {
        "</script><script>alert(1)</script> & \`<b>\`"
        field(argument: String = "<img src=x onerror=alert(1)>"): Int
      }
    `);
    const explorer = openExplorer({
      graph: { ...readGraph(hostile), costs: {} },
      http: PAGES_HTTP,
      demo: null,
      reference: false,
      guides: new Map(),
      hosts: [],
      metricsUrl: () => null,
      takeTurn: () => null,
      predict: () => null,
      onProblem: () => {},
    });
    const server = createServer((request, response) =>
      explorer.respond(request.url ?? '', request, response),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const content = await (await fetch(`${origin}/map`)).text();
    expect(content).not.toMatch(/<script>alert|<img src=x|<b>/);
    expect(content).toMatch(/\\u003c\/script>/);
    server.close();
  });

  it('connects every root to every type that a response can contain', async () => {
    const drawn: { name: string; fields: { leadsTo: string | null }[] }[] = dataIn(
      await page('/map'),
      'types',
    );
    const byName = new Map(drawn.map((type) => [type.name, type]));
    const reached = new Set(['Query', 'Mutation', 'Subscription']);
    for (const name of reached) {
      for (const { leadsTo } of byName.get(name)?.fields ?? []) if (leadsTo !== null) reached.add(leadsTo);
    }
    expect([...reached].toSorted()).toEqual([...byName.keys()].toSorted());
    expect([...reached]).toEqual(expect.arrayContaining(['Course', 'Lesson', 'AtoRequest', 'Notification']));
    // Lists lead to their rows, not to the connection type.
    expect([...reached].filter((name) => /Connection$|Edge$/.test(name))).toEqual([]);
  });
});
