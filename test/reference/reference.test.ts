import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { buildSchema, isInputObjectType, isObjectType, parse, validate } from 'graphql';
import { anchorOf, openReference, openSearch } from 'learning-platform-explorer/reference';
import { describe, expect, it } from 'vitest';
import manifest from '../../packages/client/package.json' with { type: 'json' };
import { Catalog, type Entry } from '../../packages/explorer/reference/catalog.ts';
import { searchEntries } from '../../packages/explorer/reference/search-index.ts';
import { PAGES_HTTP } from '../../src/app/explorer.ts';
import { readGraph, readReferenceSource } from '../../src/app/reference-source.ts';
import { fieldCosts } from '../../src/domains/schema.ts';
import { ERROR_CODES } from '../../src/graph/errors.ts';
import { changesBetween } from '../schema/history.ts';
import { as, startGateway } from '../support/gateway.ts';
import { schema } from '../support/schema.ts';
import { suiteGateway } from '../support/suite.ts';
import { crawl } from './crawl.ts';

const source = readReferenceSource(schema, null);
const catalog = new Catalog(source);
const find = openSearch(source);

const gateway = suiteGateway();

const pages = new Map<string, string>();
/** A page of the gateway, which stays as it is. */
async function page(path: string): Promise<string> {
  const content = pages.get(path) ?? (await (await fetch(gateway.url + path)).text());
  pages.set(path, content);
  return content;
}
const textOf = (content: string): string => content.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
const mainOf = (content: string): string => /<main[\s\S]*<\/main>/.exec(content)?.[0] ?? '';
const pageOf = (coordinate: string): Promise<string> => {
  const found = catalog.find(coordinate);
  return page(`/schema/${found?.entry.section}/${found?.entry.name}`).then(mainOf);
};
/** The part of a type's page about one field. */
const fieldOf = async (coordinate: string): Promise<string> => {
  const [, field] = coordinate.split('.');
  return (await pageOf(coordinate)).split(`<div id="${field}">`)[1]?.split('<div id=')[0] ?? '';
};

describe('the pages of the reference', () => {
  it('are all reached from the first one, and no link or anchor leads nowhere', {
    tags: 'slow',
  }, async () => {
    const { pages, broken } = await crawl('/schema', async (path) => {
      const response = await fetch(gateway.url + path);
      return response.ok ? response.text() : null;
    });
    expect(broken).toEqual([]);
    const expected = catalog.entries.map(({ section, name }) => `/schema/${section}/${name}`);
    expect([...pages].filter((path) => path.startsWith('/schema'))).toEqual(expect.arrayContaining(expected));
  });

  it('describe every type, field, member and value, each under its name', async () => {
    for (const type of Object.values(schema.getTypeMap())) {
      if (type.name.startsWith('__') || !catalog.find(type.name)) continue;
      if (!isObjectType(type) && !isInputObjectType(type)) continue;
      const content = await pageOf(type.name);
      for (const field of Object.keys(type.getFields())) expect(content).toContain(`<div id="${field}">`);
    }
    const roots = ['Query', 'Mutation', 'Subscription'].flatMap((name) => {
      const type = schema.getType(name);
      return isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${name}.${field}`) : [];
    });
    const described = catalog.entries.filter(({ field }) => field).map(({ coordinate }) => coordinate);
    expect(described.toSorted()).toEqual(roots.toSorted());
  });

  it('have addresses that differ by more than case, so that any file system can hold them', () => {
    const paths = catalog.entries.map(({ section, name }) => `${section}/${name}`.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('say which mutations take an idempotency key', async () => {
    const taking = '>idempotency key</a>';
    const page = await pageOf('Mutation.createNote');
    expect(page).toContain(taking);
    const [, address = ''] = /href="([^"]*)">idempotency key</.exec(page) ?? [];
    expect(address).toContain('idempotent');
    expect(await pageOf('Mutation.refreshSession')).not.toContain(taking);
    expect(await pageOf('Query.me')).not.toContain(taking);
  });

  it('state the credential of every root field', async () => {
    for (const { field, coordinate } of catalog.entries) {
      if (field) expect([coordinate, field.credential]).toEqual([coordinate, expect.any(String)]);
    }
    expect(await pageOf('Query.classes')).toContain('>user token<');
    expect(await pageOf('Query.learningRecords')).toContain('>plugin credential<');
    expect(await pageOf('Subscription.atoAlertRaised')).toContain('>plugin credential or ATO token<');
    expect(await pageOf('Mutation.beginSignIn')).toContain('>no credential<');
  });

  it('list the platform calls of each field, how often they are made, and the price of the example', async () => {
    for (const [coordinate, { calls }] of Object.entries(fieldCosts)) {
      const content = /^(Query|Mutation|Subscription)\./.test(coordinate)
        ? await pageOf(coordinate)
        : await fieldOf(coordinate);
      for (const { route } of calls)
        expect([coordinate, content]).toEqual([coordinate, expect.stringContaining(`<code>${route}</code>`)]);
    }
    expect(textOf(await pageOf('Viewer.email'))).toContain('GET /user/v1/my/profile once per operation');
    expect(textOf(await pageOf('Query.classes'))).toMatch(
      /priced at 1 platform call, \d+ objects and [\d,]+ bytes/,
    );
    expect(textOf(await fieldOf('Lesson.locked'))).toContain('once per Course and distinct studentId');
    expect(await fieldOf('Course.name')).not.toContain('class="calls"');
  });

  it('show the assumed lengths of lists and sizes of values', async () => {
    expect(textOf(await pageOf('Query.classes'))).toContain('Price assumes first items, else 10 items');
    expect(textOf(await fieldOf('Class.students'))).toContain('Price assumes 50 items');
    expect(textOf(await fieldOf('Image.base64'))).toContain('Price assumes 40000 bytes');
    expect(await fieldOf('Course.name')).not.toContain('Price assumes');
  });

  it('say where a type is used, as a result, an argument or a member', async () => {
    const uses = (content: string): string => textOf(content.split('id="s-used-by"')[1] ?? '');
    expect(uses(await pageOf('Course'))).toContain('Class.course');
    expect(uses(await pageOf('NoteFilter'))).toContain('Query.notes(filter:)');
    expect(uses(await pageOf('XapiVerbInput'))).toContain('RecordStatementInput.verb');
  });

  it('show deprecated fields with their replacements', () => {
    const old = buildSchema(`type Query { old: Int @deprecated(reason: "Use \`young\`.") young: Int }`);
    const { entries } = new Catalog({ ...source, schema: old, costs: {}, errors: new Map() });
    expect(entries.map(({ name, deprecation }) => [name, deprecation])).toEqual(
      expect.arrayContaining([
        ['old', 'Use `young`.'],
        ['young', null],
      ]),
    );
  });

  it('say whether to retry an error in the words of the page of errors', async () => {
    const retryOf = async (coordinate: string, code: string): Promise<string> =>
      textOf(
        (await pageOf(coordinate)).split(`<code>${code}</code></a></th><td>`)[1]?.split('</td>')[0] ?? '',
      );
    expect(await retryOf('Mutation.createNote', 'UPSTREAM_TIMEOUT')).toBe('unless it may have taken effect');
    expect(await retryOf('Mutation.createNote', 'RATE_LIMITED')).toBe('yes');
    expect(await retryOf('Query.notes', 'UPSTREAM_TIMEOUT')).toBe('yes');
    expect(await retryOf('Query.notes', 'FORBIDDEN')).toBe('no');
    const [rule = ''] = textOf(await page('/schema/errors')).match(/Retry only if .*? that it had\./) ?? [];
    expect(rule).toContain('is not retryable');
    for (const path of ['mutations/createNote', 'guide'])
      expect(textOf(await page(`/schema/${path}`))).toContain(rule);
  });

  it('show the members that only edges have, and say why', async () => {
    expect(catalog.find('Query.notes')?.entry.example?.document).toMatch(/edges \{[\s\S]*authorId/);
    expect(catalog.find('Query.classes')?.entry.example?.document).toContain('nodes {');
    expect(textOf(await page('/schema/guide'))).toMatch(
      /another list.*may have other values.*NoteEdge\.authorId/,
    );
  });

  it('show descriptions whole sentences at a time', async () => {
    expect(textOf(await pageOf('Mutation.recordStatement'))).not.toContain('as in { en.');
    expect(textOf(await pageOf('Mutation.sendNotification'))).toContain(
      'null if it is NOT_STREAMED, as it is for a stored',
    );
  });

  it('explain every error code', async () => {
    const content = await page('/schema/errors');
    for (const code of Object.keys(ERROR_CODES)) expect(content).toContain(`<div id="${code}">`);
  });

  it('show when a field changed, and all changes with their replacements', async () => {
    expect(textOf(await pageOf('Query.randomUsers'))).toMatch(/History.*\d{4}-\d\d-\d\d.*breaking/);
    expect(textOf(await page('/schema/changes'))).toContain('changed type from [User!] to [RandomUser!]');
    expect(textOf(await page('/schema/migrating'))).toContain('renamed to UserSearchEdge');
    for (const { changes: list } of source.history.days) expect(list.length).toBeGreaterThan(0);
  });

  it('are of a sensible size', async () => {
    for (const { section, name } of catalog.entries) {
      const content = await page(`/schema/${section}/${name}`);
      expect(content.length).toBeLessThan(120_000);
    }
  });
});

describe('the history of the graph', () => {
  it('names what clients notice, and of something new or removed nothing but itself', async () => {
    const changes = await changesBetween(
      'type Query { a: A b(x: Int): Int c: Int } type A { x: Int y: Int }',
      '"New." type Query { b(x: Int, y: Int): Int c: Int @deprecated(reason: "Old.") d: D } type D { z: Int }',
    );
    expect(changes.map(({ path, kind, breaking }) => [path, kind, breaking])).toEqual([
      ['A', 'removed', true],
      ['D', 'added', false],
      ['Query.a', 'removed', true],
      ['Query.b.y', 'added', false],
      ['Query.c', 'deprecated', false],
      ['Query.d', 'added', false],
    ]);
  });
});

describe('the search', () => {
  it('leads to every name, below one megabyte', async () => {
    const script = await page('/schema/search-index.js');
    expect(script.length).toBeLessThan(200_000);
    const index: [string, string, string, string, string][] = JSON.parse(
      script.replace(/^globalThis\.referenceIndex = |;\n$/g, ''),
    );
    const addresses = new Set(index.map(([, , address]) => address));
    expect(addresses.size).toBe(index.length);
    for (const address of addresses) {
      const [path = '', anchor] = address.split('#');
      const content = await page(path);
      if (anchor !== undefined)
        expect([address, content]).toEqual([address, expect.stringContaining(`id="${anchor}"`)]);
    }
    for (const { name } of catalog.entries) expect(index.some(([known]) => known === name)).toBe(true);
  });

  it('finds guides and errors by what they are about', () => {
    const found = (text: string): string[] => find(text).map(([, , address]) => address);
    expect(found('websocket')).toEqual(expect.arrayContaining(['/schema/guide#requests']));
    expect(found('pagination')).toEqual(expect.arrayContaining(['/schema/guide#lists']));
    expect(found('apollo')).toEqual(expect.arrayContaining(['/schema/guides/apollo']));
    // In the words of a reader.
    expect(found('login')[0]).toBe('/schema/mutations/beginSignIn');
    expect(found('server action').slice(0, 3).join('\n')).toContain(
      '/schema/guides/server-rendering#6-write',
    );
    expect(found('ServerSession').join('\n')).toContain('/schema/guides/client-api#serversession');
    expect(found('How do I sign in?').slice(0, 3)).toContain('/schema/mutations/beginSignIn');
    expect(found('logout')[0]).toBe('/schema/mutations/signOut');
    expect(found('avatar')).toEqual(
      expect.arrayContaining(['/schema/types/Viewer#profileImage', '/schema/types/User#profilePicId']),
    );
    expect(found('students of a class')[0]).toBe('/schema/types/Class#students');
    expect(found('of')).not.toEqual([]);
    expect(found('rate limited')[0]).toBe('/schema/errors#RATE_LIMITED');
    expect(found('sign in callback').join('\n')).toContain('/schema/guides/apollo#3-sign-in');
    expect(found('throttled')).toEqual(['/schema/errors#RATE_LIMITED']);
    expect(found('unauthorized')).toEqual(['/schema/errors#UNAUTHENTICATED']);
  });

  it('answers a question, of which no entry has all words, by its most telling ones', () => {
    const found = (text: string): string[] => find(text).map(([, , address]) => address);
    expect(found('how do I page through the leaderboard').slice(0, 5)).toContain(
      '/schema/queries/leaderboard',
    );
    expect(found('retry a mutation after a lost connection').slice(0, 5)).toContain(
      '/schema/guide#null-and-errors',
    );
    expect(found('mark a notification as read').slice(0, 3)).toContain(
      '/schema/mutations/acknowledgeNotification',
    );
    expect(found('offline writes outbox').slice(0, 2)).toContain(
      '/schema/guides/recipes#notes-that-are-written-offline',
    );
    expect(found('qwertz')).toEqual([]);
  });
});

describe('the synonyms', () => {
  it('are each of a name of the graph', () => {
    const synonyms = readFileSync(
      join(import.meta.dirname, '../../packages/explorer/reference/synonyms.json'),
      'utf8',
    );
    const known = searchEntries(catalog, [])
      .flatMap(([, , , , , words]) => words ?? [])
      .join(' ');
    for (const words of Object.values<string>(JSON.parse(synonyms))) expect(known).toContain(words);
  });
});

describe('the guides', () => {
  it('list the typed documents of the client package, each as it can be opened in the explorer', async () => {
    const documents = await page('/schema/guides/documents');
    const exported = Object.keys(await import('../../packages/client/src/documents.ts'));
    const operations = exported.filter((name) => /(?<!Fragment)(?<!FragmentDoc)Document$/.test(name));
    expect(operations.length).toBeGreaterThan(10);
    for (const name of operations) expect(documents).toContain(`<h2 id="${name.toLowerCase()}">${name}</h2>`);
    expect(documents.match(/href="\/explorer#operation/g)).toHaveLength(operations.length);
    for (const [, fragment = ''] of documents.matchAll(/href="\/explorer#([^"]+)"/g)) {
      const operation = new URLSearchParams(fragment.replaceAll('&#38;', '&')).get('operation') ?? '';
      expect(validate(schema, parse(operation))).toEqual([]);
    }
  });

  it('are pages of the reference, with links to one another', async () => {
    const guides = ['apollo', 'urql', 'relay', 'cache-rule', 'client', 'client-api'];
    for (const name of guides) expect(await page('/schema')).toContain(`href="/schema/guides/${name}"`);
    const apollo = mainOf(await page('/schema/guides/apollo'));
    expect(apollo).toContain('href="/schema/guides/urql"');
    expect(apollo).toContain('href="/schema/guides/client#apollo-client"');
    expect(await page('/')).toContain('href="/schema/guides/apollo"');
    expect(mainOf(await page('/schema/guides/types'))).toContain('href="/schema/guides/apollo"');
  });

  it.each(['codegen', 'types', 'typescript'])('are found by how own operations are typed: %s', (text) => {
    const found = find(text).map(([, , address]) => address);
    expect(found).toEqual(
      expect.arrayContaining(
        [
          ...['apollo#5', 'urql#5', 'relay#5', 'scripts#4'].map((step) => `${step}-type-your-own-operations`),
          'server-rendering#6-write-in-a-server-action-and-type-your-own-operations',
        ].map((section) => `/schema/guides/${section}`),
      ),
    );
  });

  it('have all that the client package exports', async () => {
    const ofApps = Object.entries(manifest.exports).filter(
      ([entry, target]) => entry !== '.' && entry !== './documents' && typeof target !== 'string',
    );
    const client = await page('/schema/guides/client-api');
    let count = 0;
    for (const [entry] of ofApps)
      for (const name of Object.keys(await import(`../../packages/client/src/${entry.slice(2)}.ts`))) {
        const ids = ['', 'class of '].map((kind) => anchorOf(`${name} (${kind}${entry})`));
        const id = ids.find((one) => client.includes(`<h2 id="${one}">`));
        expect(id, name).toBeDefined();
        const found = find(`${name} ${entry.slice(2)}`).map(([, , address]) => address);
        expect(found.slice(0, 12), name).toContain(`/schema/guides/client-api#${id}`);
        count += 1;
      }
    expect(count).toBeGreaterThan(50);
  });
});

describe('the examples', () => {
  it('open in the explorer with their variables and identity, and without a credential', async () => {
    const content = await pageOf('Mutation.createNote');
    const [, fragment = ''] = /href="\/explorer#([^"]+)"/.exec(content) ?? [];
    const carried = new URLSearchParams(fragment.replaceAll('&#38;', '&'));
    const example = catalog.find('Mutation.createNote')?.entry.example;
    expect(carried.get('operation')).toBe(example?.document.trimEnd());
    expect(JSON.parse(carried.get('variables') ?? '')).toEqual(example?.variables);
    expect(carried.get('identity')).toBe(example?.identity);
    expect(fragment).not.toMatch(/token|Basic/);
    expect((await page('/schema/guide')).match(/href="\/explorer#operation/g)).toHaveLength(3);
  });

  it('run without errors as the demo user that they name', { tags: 'slow' }, async () => {
    const identities: Record<string, string> = JSON.parse(await page('/schema/identities.json'));
    const failed: unknown[] = [];
    const ran = new Set<string>();
    // What one creates, others change before the last deletes it.
    const deletes = ({ name }: Entry): number => Number(name.startsWith('delete'));
    const entries = catalog.entries.toSorted((one, other) => deletes(one) - deletes(other));
    for (const { coordinate, example, section } of entries) {
      if (!example || example.needs !== null || section === 'subscriptions') continue;
      const { document, variables, identity } = example;
      if (ran.has(document)) continue;
      ran.add(document);
      if (example.operation === 'subscription') continue;
      const { errors } = await gateway.query(document, {
        as: identity === null ? {} : { authorization: identities[identity] ?? '' },
        variables,
      });
      if (errors.length > 0) failed.push([coordinate, document, errors]);
    }
    expect(failed).toEqual([]);
    expect(ran.size).toBeGreaterThan(60);
  });

  it('exist for every root field; those that a page cannot run say what they need', () => {
    const waiting = catalog.entries.filter(({ field, example }) => field && example?.needs !== null);
    expect(waiting.map(({ name }) => name).toSorted()).toEqual([
      'completeAtoSignOn',
      'exchangeCode',
      'raiseAtoAlert',
      'refreshSession',
      'registerDevice',
      'signOut',
      'updateAtoStatus',
    ]);
  });

  it('report the platform calls by route', async () => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...as.student },
      body: JSON.stringify({ query: '{ classes { nodes { id } } }', extensions: { upstream: true } }),
    });
    expect(await response.json()).toMatchObject({
      extensions: { upstream: { calls: 1, routes: [{ route: 'GET /edu/v1/class/list', calls: 1 }] } },
    });
  });
});

describe('the files for tools', () => {
  it('are the SDL as committed', async () => {
    const response = await fetch(`${gateway.url}/schema.graphql`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8'),
    );
  });

  it('are listed in llms.txt, in the format of llmstxt.org, and exist', async () => {
    const text = await page('/llms.txt');
    expect(text).toMatch(/^# .+\n\n> .+/);
    expect(text).toContain('\n## Optional\n');
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): /gm)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(catalog.entries.length);
    for (const link of links) expect([link, (await fetch(gateway.url + link)).status]).toEqual([link, 200]);
    expect([...text.matchAll(/^- /gm)]).toHaveLength(links.length);
  });

  it('have the whole reference in one Markdown document that fits in a context window', async () => {
    const text = await page('/schema.md');
    for (const { name } of catalog.entries) expect(text).toContain(name);
    for (const code of Object.keys(ERROR_CODES)) expect(text).toContain(`\`${code}\``);
    expect(text.length).toBeLessThan(200_000);
    const sectionOf = (heading: string): string =>
      text.split(`\n### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
    const itemsOf = (type: string): string[] =>
      [...sectionOf(type).matchAll(/^- `(\w+)/gm)].map(([, name = '']) => name);
    for (const { type } of catalog.entries) {
      if (!type) continue;
      const members = [...type.fields, ...type.values].map(({ name }) => name);
      expect([type.name, itemsOf(type.name)]).toEqual([type.name, members]);
    }
    expect(sectionOf('query courses')).toContain(
      'Credential: user token. Platform calls: `GET /edu/v1/course/list`',
    );
    expect(sectionOf('mutation assertBadge')).toContain(
      'Credential: plugin credential. Takes an idempotency key.',
    );
    expect(sectionOf('Class')).toMatch(/^- `students: .* Platform calls: `GET /m);
  });
});

describe('the reference is served', () => {
  it('compressed, and again only after it changed', async () => {
    const url = `${gateway.url}/schema/queries/classes`;
    const sizes: Record<string, number> = {};
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await fetch(url, { headers: { 'accept-encoding': encoding } });
      expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(headers.get('vary')).toContain('accept-encoding');
      sizes[encoding] = Number(headers.get('content-length'));
    }
    expect(sizes.br).toBeLessThan((sizes.identity ?? 0) / 3);
    expect(sizes.gzip).toBeLessThan((sizes.identity ?? 0) / 3);
    const page = await fetch(url);
    const tag = page.headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    // A browser applies these headers to the copy that it has.
    const repeated = ['content-security-policy', 'cross-origin-opener-policy', 'content-type'];
    for (const name of repeated)
      expect([name, again.headers.get(name)]).toEqual([name, page.headers.get(name)]);
    const refused = await fetch(url, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0' } });
    expect(refused.headers.get('content-encoding')).toBeNull();
  });

  it('under a strict policy, without a credential in any page, and only to be read', async () => {
    const { headers, status } = await fetch(`${gateway.url}/schema`);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    for (const path of ['/schema', '/schema/queries/me', '/schema.md', '/llms.txt']) {
      expect(await page(path)).not.toMatch(/demo-student-token|demo-instructor-token|Basic ZG/);
    }
    expect((await fetch(`${gateway.url}/schema`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${gateway.url}/schema/types/Nothing`)).status).toBe(404);
    expect((await fetch(`${gateway.url}/schema/../package.json`)).status).toBe(404);
  });

  it('with demo credentials under loopback names only: another may lead here by DNS rebinding', async () => {
    const statusUnder = async (host: string): Promise<number | undefined> => {
      const { hostname, port } = new URL(gateway.url);
      const sent = request({ hostname, port, path: '/schema/identities.json', headers: { host } }).end();
      const [response] = await once(sent, 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await statusUnder('localhost:4000')).toBe(200);
    expect(await statusUnder('evil.example')).toBe(421);
  });

  it('without the explorer, and without running anything, if only REFERENCE is on', async () => {
    const only = await startGateway({ environment: { EXPLORER: 'false', REFERENCE: 'true' } });
    const content = await (await fetch(`${only.url}/schema`)).text();
    expect(content).not.toMatch(/href="\/(explorer|map)?"/);
    for (const path of ['/explorer', '/map', '/']) expect((await fetch(only.url + path)).status).toBe(404);
    for (const [path] of [...content.matchAll(/(?<=(?:href|src)=")\/explore\/[^"]+/g)]) {
      expect((await fetch(only.url + path)).status).toBe(200);
    }
    await only.close();
  });

  it('not at all if REFERENCE is off', async () => {
    const off = await startGateway({ environment: { REFERENCE: 'false' } });
    for (const path of ['/schema', '/schema.md', '/llms.txt', '/schema.graphql', '/schema/types/User']) {
      expect((await fetch(off.url + path)).status).toBe(404);
    }
    await off.close();
  });

  it('with descriptions escaped', async () => {
    const hostile = buildSchema(`
      "</script><script>alert(1)</script> & \`<b>\` [x](javascript:alert(1))"
      type Query {
        "</script><script>alert(1)</script> & \`<b>\`"
        field(argument: String = "<img src=x onerror=alert(1)>"): Thing
      }
      "</script><script>alert(1)</script>"
      type Thing { "<b>" id: ID }
    `);
    const reference = openReference({
      http: PAGES_HTTP,
      takeTurn: () => null,
      source: () => ({ ...source, ...readGraph(hostile), costs: {}, errors: new Map() }),
      links: [],
      identities: [{ id: 'student', authorization: 'x' }],
      hosts: [],
      onProblem: () => {},
    });
    const server = createServer((incoming, response) =>
      reference.respond(incoming.url ?? '', incoming, response),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    for (const path of ['/schema', '/schema/queries/field', '/schema/types/Thing']) {
      const content = await (await fetch(origin + path)).text();
      expect(content).not.toMatch(/<script>alert|<img src=x|<b>|javascript:/);
      expect(content).toMatch(/&#60;\/script&#62;/);
    }
    server.close();
  });
});
