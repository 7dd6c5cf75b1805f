import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { overSocket as sendOverSocket } from '../support/over-socket.ts';
import { forSuite, IN_ORDER } from '../support/suite.ts';

const KNOWN = 'query Known { me { id } }';
const BROKEN = 'query Broken { nobody }';
const CONDITIONAL = 'subscription { notificationReceived @skip(if: true) { cursor } }';
const STRANGER = 'query Stranger { session { tokenValid } }';
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: string;
/** The manifest that all gateways use but for those with another one. */
let manifest: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trusted-'));
  manifest = file(
    'persisted-documents.json',
    Object.fromEntries([KNOWN, BROKEN, CONDITIONAL].map((text) => [sha1(text), text])),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const post = (gateway: TestGateway, body: object) => gateway.post(body, { as: as.student });

/** The socket protocol requires a text even beside a hash. */
const overSocket = async ({ url }: TestGateway, body: object) =>
  JSON.parse(await sendOverSocket(url, { query: '', ...body })).payload;

const persisted = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });
const refused = {
  message: 'Only trusted documents are allowed here, and this one is not in the list.',
  extensions: { code: 'BAD_REQUEST', requestId: expect.any(String), retryable: false },
};
const me = { me: { id: 'u-ana' } };

describe('trusted documents, enforced', () => {
  const gateway = forSuite(() => startGateway({ environment: { TRUSTED_DOCUMENTS: manifest } }));

  it.each([
    ['another document', { query: STRANGER }],
    ['one that differs by a space', { query: `${KNOWN} ` }],
    ['another subscription', { query: 'subscription { notificationReceived { cursor } }' }],
    ['introspection', { query: '{ __schema { types { name } } }' }],
    ['text that is not GraphQL', { query: '{{{' }],
    ['an unknown hash', { extensions: persisted(sha256(STRANGER)) }],
    ['a persisted query that registers itself', { query: STRANGER, extensions: persisted(sha256(STRANGER)) }],
    ['a prototype property as hash', { documentId: 'constructor' }],
    ['an ID of another type', { documentId: 1, extensions: { persistedQuery: { sha256Hash: [] } } }],
    ['another document under a trusted ID', { query: STRANGER, documentId: sha1(KNOWN) }],
    ['nothing', { variables: {} }],
  ])('reject %s, before it is parsed', async (_, body) => {
    const seen = gateway.requests.length;
    const { status, data, errors } = await post(gateway, body);
    expect({ status, data, errors }).toEqual({ status: 400, data: undefined, errors: [refused] });
    expect(gateway.requests).toHaveLength(seen);
    expect(await overSocket(gateway, body)).toEqual([refused]);
  });

  it('reject others over server-sent events', async () => {
    const { errors } = await gateway.query(STRANGER, { headers: { accept: 'text/event-stream' } });
    expect(errors).toEqual([refused]);
  });

  it('do not block the mission planner searches of the platform', async () => {
    const response = await fetch(`${gateway.url}/plugin/mission-planner/capabilities`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...as.plugin },
      body: '{}',
    });
    expect(response.status).toBe(200);
  });

  it('are validated when the gateway starts', () => {
    const warnings = gateway.logLines.filter((line) => line.includes('is not executable'));
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
      { hash: sha1(BROKEN), problem: expect.stringContaining('nobody') },
      { hash: sha1(CONDITIONAL), problem: expect.stringContaining('must not be conditional') },
    ]);
  });
});

describe('trusted documents, logged', IN_ORDER, () => {
  const gateway = forSuite(() =>
    startGateway({ environment: { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_MODE: 'log' } }),
  );
  const warnings = () => gateway.logLines.filter((line) => line.includes('is not trusted'));

  it('run other documents, and log only their hash and operation name', async () => {
    expect((await post(gateway, { documentId: sha1(KNOWN) })).data).toEqual(me);
    expect((await post(gateway, { query: KNOWN })).data).toEqual(me);
    expect(warnings()).toEqual([]);
    const { data } = await post(gateway, { query: STRANGER, variables: { secret: 'word' } });
    expect(data.session.tokenValid).toBe(true);
    expect((await overSocket(gateway, { query: STRANGER })).data).toEqual(data);
    expect(warnings()).toHaveLength(2);
    for (const line of warnings()) {
      const { time, pid, hostname, level, severity_text, msg, requestId, ...details } = JSON.parse(line);
      expect(requestId).toMatch(/^[\w-]+$/);
      expect(details).toEqual({ hash: sha256(STRANGER), operation: 'Stranger' });
    }
  });

  it('allow automatic persisted queries', async () => {
    const hash = sha256(STRANGER);
    expect((await post(gateway, { extensions: persisted(hash) })).errors[0]?.extensions.code).toBe(
      'PERSISTED_QUERY_NOT_FOUND',
    );
    await post(gateway, { query: STRANGER, extensions: persisted(hash) });
    expect((await post(gateway, { extensions: persisted(hash) })).data.session).toBeDefined();
  });
});

describe('persisted queries', () => {
  const gateway = forSuite(() =>
    startGateway({
      environment: {
        TRUSTED_DOCUMENTS: manifest,
        TRUSTED_DOCUMENTS_MODE: 'off',
        LIMIT_DOCUMENT_MEMORY: '2000000',
      },
    }),
  );

  it('are evicted by newer ones: the store is bounded', async () => {
    // Each text is nearly as long as a body may be, and counts two bytes for each character: the memory is for ten.
    const text = (index: number): string => `query Q${index} { __typename } #${'x'.repeat(99_000 - 100)}`;
    for (let index = 0; index < 11; index += 1) {
      await post(gateway, { query: text(index), extensions: persisted(sha256(text(index))) });
    }
    const [first, last] = [text(0), text(10)].map((one) =>
      post(gateway, { extensions: persisted(sha256(one)) }),
    );
    expect((await first)?.errors[0]?.extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
    expect((await last)?.data).toEqual({ __typename: 'Query' });
  });
});

describe('an unusable manifest', () => {
  it.each([
    ['does not exist', null, /^TRUSTED_DOCUMENTS \(.*manifest.json\) cannot be read: ENOENT/],
    ['is not JSON', 'hello', /manifest.json\) cannot be read/],
    ['is a list', [KNOWN], /manifest.json\) is not a manifest/],
    ['contains no texts', { a: 1 }, /manifest.json\) is not a manifest/],
    ['is empty', {}, /manifest.json\) has no documents/],
    [
      'contains something else than documents',
      { known: KNOWN, broken: '{ me {' },
      /manifest.json\) has an entry that is not a GraphQL document: broken: Syntax Error: [^.]+$/,
    ],
  ])('prevents startup: one that %s', async (_, content, message) => {
    const path = content === null ? join(folder, 'no-manifest.json') : file('manifest.json', content);
    await expect(startGateway({ environment: { TRUSTED_DOCUMENTS: path } })).rejects.toThrow(message);
  });

  it.each([
    ['is empty', {}, /changing.json\) has no documents/],
    [
      'has a broken document',
      { known: KNOWN, broken: '{' },
      /changing.json\) has an entry .*: broken: Syntax Error/,
    ],
  ])(
    'is refused as a whole by a reload, which keeps the old one: one that %s',
    async (_, content, reason) => {
      const path = file('changing.json', { [sha1(KNOWN)]: KNOWN });
      const gateway = await startGateway({ environment: { TRUSTED_DOCUMENTS: path } });
      try {
        file('changing.json', content);
        expect(gateway.reload()).toBe(false);
        const lines = gateway.logLines.filter((line) => line.includes('reload failed'));
        expect(lines).toHaveLength(1);
        expect(JSON.parse(lines[0] ?? '').problems).toEqual([expect.stringMatching(reason)]);
        expect((await post(gateway, { query: KNOWN })).data).toEqual({ me: { id: 'u-ana' } });
        // It could not start again, which an alert says until a reload succeeds.
        expect((await readMetrics(gateway)).get('gateway_reload_failed')).toBe(1);
        file('changing.json', { [sha1(KNOWN)]: KNOWN });
        expect(gateway.reload()).toBe(true);
        expect((await readMetrics(gateway)).get('gateway_reload_failed')).toBe(0);
      } finally {
        await gateway.close();
      }
    },
  );

  it('is reported if a mode is set without one', () => {
    expect(() => readConfig({ TRUSTED_DOCUMENTS_MODE: 'enforce' })).toThrow(ConfigError);
    expect(readConfig({ TRUSTED_DOCUMENTS_MODE: 'off' }).trustedDocuments).toBeNull();
    expect(readConfig({}).trustedDocuments).toBeNull();
    expect(readConfig({ TRUSTED_DOCUMENTS: 'f' }).trustedDocuments).toEqual({ path: 'f', mode: 'enforce' });
  });
});
