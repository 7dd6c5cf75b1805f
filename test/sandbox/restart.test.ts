import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { school } from '../../packages/platform-kit/sandbox/school.ts';
import { ask } from '../support/fleet-ask.ts';
import { startProcess } from '../support/process.ts';
import { type Platform, request, type startPlatform as Start, startPlatform } from './platform.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
  path = join(folder, '.data', 'sandbox');
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (options: Parameters<typeof Start>[0] & { fresh?: boolean } = {}): Promise<Platform> =>
  startPlatform({ stateFile: { path, fresh: options.fresh ?? false }, ...options });

/** A platform at the same address cannot continue connections of the one before. */
const ONCE = { connection: 'close' };

const addresses = ({ url, sandboxUrl, notesUrl, pushSandboxUrl }: Platform) => [
  url,
  sandboxUrl,
  notesUrl,
  pushSandboxUrl,
];
const notesOf = async ({ notesUrl }: Platform, token: string) =>
  (
    await request(notesUrl, '/edu/v1/note/list', {
      as: token,
      query: { courseId: 'c-first-aid' },
      headers: ONCE,
    })
  ).body;
const writeNote = ({ notesUrl, student }: Platform, text: string) =>
  request(notesUrl, '/edu/v1/note', {
    method: 'PUT',
    as: student,
    body: { text, courseId: 'c-first-aid' },
    headers: ONCE,
  });
const isValid = async (platform: Platform, token: string) =>
  (await platform.request('/oauth/v2/session/validate', { as: token, headers: ONCE })).status === 200;

describe('a platform with a state file', () => {
  it('keeps its addresses, sessions and data across restarts', async () => {
    const first = await start();
    expect(first.storage).toEqual({ path, opening: 'new' });
    const session = first.issueSession('u-noor');
    const signedOut = first.issueToken('u-noor');
    await first.request('/oauth/v2/logout', { as: signedOut, headers: ONCE });
    expect((await writeNote(first, 'kept')).status).toBe(200);
    await first.close();

    const second = await start();
    expect(second.storage).toEqual({ path, opening: 'restored' });
    expect(addresses(second)).toEqual(addresses(first));
    expect(await isValid(second, session.accessToken)).toBe(true);
    expect(await isValid(second, signedOut)).toBe(false);
    expect(await isValid(second, second.student)).toBe(true);
    const refresh = await second.request('/oauth/v2/token', {
      method: 'POST',
      headers: ONCE,
      body: {
        client_id: second.app.clientId,
        client_secret: second.app.clientSecret,
        grant_type: 'refresh_token',
        refresh_token: session.refreshToken,
      },
    });
    expect(refresh.status).toBe(200);
    expect(await notesOf(second, second.student)).toContainEqual(expect.objectContaining({ text: 'kept' }));
    await second.close();
  });

  it('starts anew if told to, or if what is stored is damaged or of other seed data', async () => {
    const openings: (string | undefined)[] = [];
    const restart = async (options: Parameters<typeof start>[0] = {}) => {
      const platform = await start(options);
      openings.push(platform.storage?.opening);
      const notes = await notesOf(platform, platform.student);
      await writeNote(platform, 'from an earlier run');
      await platform.close();
      return JSON.stringify(notes).includes('from an earlier run');
    };
    expect(await restart()).toBe(false);
    expect(await restart()).toBe(true);
    expect(await restart({ fresh: true })).toBe(false);
    expect(await restart({ school: { ...school, badgeAssertions: [] } })).toBe(false);
    const content = await readFile(path);
    content[content.length - 1] = 1 - (content.at(-1) ?? 0);
    await writeFile(path, content);
    expect(await restart({ school: { ...school, badgeAssertions: [] } })).toBe(false);
    expect(openings).toEqual(['new', 'restored', 'new', 'replaced', 'replaced']);
  });

  it('keeps the file from other users', async () => {
    const platform = await start();
    await platform.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, '.data')).mode & 0o777).toBe(0o700);
  });

  it('stores nothing while another process uses the file', async () => {
    const first = await start();
    await writeNote(first, 'kept');
    await first.close();
    // A living process that is not this one.
    await writeFile(`${path}.lock`, String(process.ppid));
    const beside = await start();
    expect(beside.storage?.opening).toBe('in use');
    await writeNote(beside, 'not kept');
    await beside.close();
    // No process has this ID: Linux allows 4,194,304 of them at most.
    await writeFile(`${path}.lock`, '4194305');
    const second = await start();
    expect(second.storage?.opening).toBe('restored');
    const notes = JSON.stringify(await notesOf(second, second.student));
    expect([notes.includes('"kept"'), notes.includes('not kept')]).toEqual([true, false]);
    await second.close();
  });

  it('takes another port if its own is taken, and keeps its data', async () => {
    const first = await start();
    await writeNote(first, 'kept');
    await first.close();
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(Number(new URL(first.url).port), '127.0.0.1', resolve);
    });
    const second = await start();
    expect(second.url).not.toBe(first.url);
    expect(JSON.stringify(await notesOf(second, second.student))).toContain('kept');
    await second.close();
    other.close();
  });
});

describe('npm start', { tags: 'slow', timeout: 120_000 }, () => {
  const environment = () => ({ SANDBOX_STATE: path, EXPLORER: 'false' });
  const platformOf = (stdout: string) => /embedded sandbox at (http:\S+),/.exec(stdout)?.[1] ?? '';
  const asStudent = { authorization: 'Bearer demo-student-token' };
  const noteFrom = (url: string, text: string) =>
    ask(
      url,
      'mutation ($text: String!) { createNote(input: { text: $text, courseId: "c-first-aid" }) { note { id } } }',
      { ...asStudent, variables: { text } },
    );
  const notesAt = async (url: string): Promise<string> => {
    const query = '{ notes(filter: { courseId: "c-first-aid" }) { nodes { text } } }';
    return JSON.stringify((await ask(url, query, asStudent)).data);
  };

  it('keeps the platform, even if it was killed, and --fresh starts anew', async () => {
    const first = await startProcess(environment());
    await noteFrom(first.url, 'written before the crash');
    await vi.waitUntil(async () => (await readFile(path)).includes('written before the crash'), 10_000);
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await startProcess(environment());
    expect(second.stdout()).toContain('sessions and data are those of the last run');
    expect(platformOf(second.stdout())).toBe(platformOf(first.stdout()));
    expect(await notesAt(second.url)).toContain('before the crash');
    const beside = await startProcess(environment());
    expect(beside.stdout()).toContain('Its address is new, and sessions');
    expect(platformOf(beside.stdout())).not.toBe(platformOf(second.stdout()));
    beside.child.kill('SIGKILL');
    await beside.ended;
    second.child.kill('SIGKILL');
    await second.ended;

    const third = await startProcess(environment(), { arguments: ['--fresh'] });
    expect(await notesAt(third.url)).not.toContain('before the crash');
    third.child.kill('SIGKILL');
    await third.ended;
  });
});
