import { once } from 'node:events';
import { createServer, request } from 'node:http';
import {
  buildSchema,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { fieldCosts } from '../../src/domains/costs.ts';
import { createSchema } from '../../src/domains/schema.ts';
import { EXAMPLES } from '../../src/explorer/examples.ts';
import { openExplorer } from '../../src/explorer/pages.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const page = async (path: string): Promise<string> => (await fetch(gateway.url + path)).text();

/** The JSON embedded in a page for its script. */
const dataIn = (content: string, id: string) => {
  const found = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(content);
  return JSON.parse(found?.[1] ?? 'null');
};

describe('the explorer pages', () => {
  it.each(['/', '/explorer', '/schema', '/map'])('link to one another, from %s', async (path) => {
    const content = await page(path);
    for (const link of ['/', '/explorer', '/schema', '/map']) expect(content).toContain(`href="${link}"`);
    expect(content).toContain(`href="${path}" aria-current="page"`);
  });

  it('accept only reads, are not cached, and restrict what they load', async () => {
    for (const path of ['/', '/explorer', '/schema', '/map']) {
      const { headers, status } = await fetch(gateway.url + path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src [^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
      if (path !== '/') expect(policy).not.toMatch(/https?:/);
      expect((await fetch(gateway.url + path, { method: 'POST' })).status).toBe(405);
      const head = await fetch(gateway.url + path, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await page(path))));
    }
  });

  it('come with example operations that run under the preset credential', async () => {
    const { document, sharedHeaders } = dataIn(await page('/'), 'initial-state');
    const settings = dataIn(await page('/explorer'), 'settings');
    expect(document).toBe(EXAMPLES);
    expect(settings.initialQuery).toBe(EXAMPLES);
    expect(sharedHeaders).toEqual(as.student);
    expect(settings.initialHeaders).toEqual(as.student);
    expect(settings.initialSubscriptionsPayload).toEqual(as.student);
    const { definitions } = parse(EXAMPLES);
    for (const definition of definitions) {
      if (definition.kind !== 'OperationDefinition' || definition.operation === 'subscription') continue;
      const operationName = definition.name?.value ?? '';
      const { errors } = await gateway.query(EXAMPLES, { as: sharedHeaders, operationName });
      expect([operationName, errors]).toEqual([operationName, []]);
    }
    expect(validate(createSchema(), parse(EXAMPLES))).toEqual([]);
  });

  it('preset no credential on a real platform', async () => {
    const config = readConfig({ PORT: '0', PLATFORM_URL: gateway.sandbox.url });
    const app = await startApp(config, openLog('silent', { write() {} }));
    for (const path of ['/', '/explorer']) {
      const content = await (await fetch(app.url + path)).text();
      expect(content).toContain('MyClasses');
      expect(content).not.toMatch(/bearer|demo-student/i);
    }
    await app.close();
  });

  it('are absent when the explorer is off', async () => {
    const closed = await startGateway({ environment: { EXPLORER: 'false' } });
    for (const path of ['/', '/explorer', '/schema', '/map', '/explore/frame.css', '/explorer/main.js']) {
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
    for (const path of ['/', '/explorer', '/schema', '/map']) {
      for (const url of filesOf(await page(path), path)) urls.add(url);
    }
    expect(urls.size).toBeGreaterThan(15);
    for (const url of urls) {
      const { status, headers } = await fetch(url);
      expect([url, status]).toEqual([url, 200]);
      expect(headers.get('content-type')).toMatch(kinds[url.split('.').at(-1) ?? ''] ?? /^$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('are sent again only after they changed', async () => {
    const url = `${gateway.url}/explorer/main.js`;
    const first = await fetch(url);
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await fetch(url, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await fetch(`${gateway.url}/explore/map.js`, { headers: { 'if-none-match': tag } });
    expect(other.status).toBe(200);
  });

  it('run user scripts in a frame that only the gateway may embed', async () => {
    const { headers } = await fetch(`${gateway.url}/explorer/iframe-sandbox/index.html`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const other = await fetch(`${gateway.url}/explorer/index.html`);
    expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it.each([
    '/explorer/../../package.json',
    '/explorer/%2e%2e/%2e%2e/package.json',
    '/explorer/..%2f..%2fpackage.json',
    '/explorer/....//package.json',
    '/explorer//etc/passwd',
    '/explore/..\\page.ts',
    '/explore/../page.ts',
    '/explore/constructor',
    '/explore/',
  ])('expose nothing else: %s', async (path) => {
    expect(await rawStatus(path)).toBe(404);
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
      expect(await rawStatus('/', { host })).toBe(status);
    },
  );

  /** The status for a path sent verbatim: `fetch` would normalize it. */
  const rawStatus = (path: string, headers: Record<string, string> = {}): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(gateway.url);
      request({ hostname, port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
});

describe('the schema page', () => {
  const schema = createSchema();
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );

  it('lists every type and field under its name, without dead links', async () => {
    const content = await page('/schema');
    const anchors = new Set([...content.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const type of types) {
      expect(anchors).toContain(type.name);
      if (!isObjectType(type) && !isInputObjectType(type)) continue;
      for (const field of Object.keys(type.getFields())) expect(anchors).toContain(`${type.name}.${field}`);
    }
    const links = [...content.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !anchors.has(id))).toEqual([]);
  });

  /** The page's entry for a field, up to the next one. */
  const entry = (content: string, coordinate: string): string =>
    content.split(`<div id="${coordinate}">`)[1]?.split('<div id=')[0] ?? '';

  it('states the required credential of every entry field', async () => {
    const content = await page('/schema');
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      for (const field of Object.keys(root?.getFields() ?? {})) {
        expect([field, entry(content, `${root?.name}.${field}`)]).toEqual([
          field,
          expect.stringMatching(/class="badge (user|plugin|ATO|no)"/),
        ]);
      }
    }
    expect(entry(content, 'Query.classes')).toContain('>user token<');
    expect(entry(content, 'Query.learningRecords')).toContain('>plugin credential<');
    expect(entry(content, 'Subscription.atoAlertRaised')).toContain('>plugin credential or ATO token<');
    expect(entry(content, 'Mutation.beginSignIn')).toContain('>no credential<');
  });

  it('lists the platform calls of each field, and how often they are made', async () => {
    const content = await page('/schema');
    for (const [coordinate, { calls }] of Object.entries(fieldCosts)) {
      for (const { route } of calls) expect(entry(content, coordinate)).toContain(`<code>${route}</code>`);
    }
    const costsOf = (coordinate: string): string => entry(content, coordinate).replace(/<[^>]+>/g, '');
    expect(costsOf('Query.me')).toContain('GET /user/v1/my/profile once per operation');
    expect(costsOf('Query.classes')).toContain(
      'GET /edu/v1/class/list once per page, at most twice with after',
    );
    expect(costsOf('Lesson.locked')).toContain('once per Course and distinct studentId');
    expect(costsOf('LearningRecord.badgeAssertions')).toContain(
      'GET /plugin/v2/ai/badge/assertion once per 100 objects',
    );
    expect(entry(content, 'Course.name')).not.toContain('class="costs"');
  });

  it('shows the assumed lengths of lists and sizes of values', async () => {
    const content = await page('/schema');
    const text = (coordinate: string): string => entry(content, coordinate).replace(/<[^>]+>/g, '');
    expect(text('Query.classes')).toContain('Assumed: first items, else 10 items');
    expect(text('Class.students')).toContain('Assumed: 50 items');
    expect(text('Image.base64')).toContain('Assumed: 40000 bytes');
    expect(entry(content, 'Course.name')).not.toContain('Assumed');
  });

  it('escapes descriptions', async () => {
    const hostile = buildSchema(`
      "</script><script>alert(1)</script> & \`<b>\`"
      type Query {
        "</script><script>alert(1)</script> & \`<b>\`"
        field(argument: String = "<img src=x onerror=alert(1)>"): Int
      }
    `);
    const explorer = openExplorer({
      schema: hostile,
      costs: {},
      authorization: null,
      hosts: [],
      onProblem: () => {},
    });
    const server = createServer((request, response) =>
      explorer.respond(request.url ?? '', request, response),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    for (const path of ['/schema', '/map']) {
      const content = await (await fetch(origin + path)).text();
      expect(content).not.toMatch(/<script>alert|<img src=x|<b>/);
      expect(content).toMatch(/&#60;\/script&#62;|\\u003c\/script>/);
    }
    server.close();
  });
});

describe('the map', () => {
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
