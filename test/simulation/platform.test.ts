import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../sandbox/platform.ts';
import { SimulatedPlatform } from './platform.ts';
import { randomFor } from './random.ts';
import { Timeline } from './timeline.ts';

/** A response, as far as the gateway depends on it. */
interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of each body
  body: any;
}

type Ask = (method: string, path: string, headers: Record<string, string>, body?: object) => Promise<Answer>;

/** Members that streams depend on, of one notification; other members are left out. */
const essence = ({ receiver, text, persist, acknowledge, createdDate }: Record<string, unknown>) => ({
  receiver,
  text,
  persist,
  acknowledge,
  isDated: !Number.isNaN(Date.parse(String(createdDate))),
});

const essences = (rows: Record<string, unknown>[]) => rows.map(essence);

describe.each(['the simulated platform', 'the sandbox'])(
  'the routes that streams depend on, of %s',
  (name) => {
    let sandbox: Platform | null = null;
    let ask: Ask;
    let receiver: string;
    let token: string;
    let sender: string;
    let pass: (milliseconds: number) => Promise<void>;
    beforeAll(async () => {
      if (name === 'the sandbox') sandbox = await startPlatform();
    });
    afterAll(() => sandbox?.close());
    beforeEach(() => {
      if (sandbox) {
        const platform = sandbox;
        const [user] = platform.school.users.filter(({ anonymous }) => !anonymous);
        receiver = user?.userId ?? '';
        token = platform.issueToken(receiver);
        sender = platform.instructor;
        pass = async (milliseconds) => platform.pass(milliseconds);
        ask = (method, path, headers, body) =>
          platform.request(path, { method, headers, ...(body && { body }) });
      } else {
        const timeline = new Timeline();
        const platform = new SimulatedPlatform(timeline, randomFor(1, 'platform'));
        receiver = 'u1';
        token = platform.issue(receiver);
        sender = platform.issue('u2');
        pass = (milliseconds) => timeline.advanceTo(timeline.now + milliseconds);
        ask = async (method, path, headers, body) => {
          const { status, json } = platform.responseTo({
            method,
            path,
            headers,
            body: body && JSON.stringify(body),
          });
          return { status, body: json };
        };
      }
    });

    const as = (who: string) => ({ authorization: `Bearer ${who}` });
    const send = (text: string, persist: 'true' | 'false') =>
      ask('PUT', '/notifications/v1', as(sender), { receiver, text, persist });
    const list = async (query: string): Promise<Record<string, unknown>[]> =>
      (await ask('GET', `/notifications/v1?acknowledge=true&${query}`, as(token))).body;

    it('confirms a session until it is signed out', async () => {
      const checks = [
        () => ask('GET', '/oauth/v2/token/validate', { authentication: `Bearer ${token}` }),
        () => ask('GET', '/oauth/v2/session/validate', as(token)),
        () => ask('GET', '/user/v1/my/profile', as(token)),
      ];
      for (const check of checks)
        expect(await check()).toMatchObject({ status: 200, body: { userId: receiver } });
      expect(await ask('GET', '/oauth/v2/logout', as(token))).toMatchObject({ status: 200 });
      for (const check of checks) expect((await check()).status).toBe(401);
      expect((await ask('GET', '/notifications/v1', as('nonsense'))).status).toBe(401);
    });

    it('lists stored notifications after a time, the newest first, in pages from 1', async () => {
      const before = await list('limit=100&page=1');
      const stored: Record<string, unknown>[] = [];
      for (const text of ['one', 'two', 'three']) {
        await pass(5000);
        const { status, body } = await send(text, 'true');
        expect(status).toBe(200);
        stored.unshift(body);
      }
      expect(essences(await list('limit=3&page=1'))).toEqual(essences(stored));
      expect(essences(await list('limit=2&page=1'))).toEqual(essences(stored.slice(0, 2)));
      expect((await list(`limit=100&page=1`)).length).toBe(before.length + 3);
      expect(await list('limit=100&page=2')).toEqual([]);
      const since = encodeURIComponent(String(stored[2]?.createdDate));
      expect(essences(await list(`limit=100&page=1&since=${since}`)), 'after, not at').toEqual(
        essences(stored.slice(0, 2)),
      );
      expect((await list('limit=1&page=1'))[0]?.notificationId).toBe(stored[0]?.notificationId);
    });

    it('writes a note each time', async () => {
      const write = () => ask('PUT', '/edu/v1/note', as(sender), { text: 'Cold' });
      const [one, other] = [await write(), await write()];
      expect([one, other]).toMatchObject([
        { status: 200, body: { text: 'Cold' } },
        { status: 200, body: { text: 'Cold' } },
      ]);
      expect(one?.body.noteId).not.toBe(other?.body.noteId);
    });

    it('answers a notification that is not stored, and lists it nowhere', async () => {
      const before = await list('limit=100&page=1');
      await pass(1000);
      const { status, body } = await send('fleeting', 'false');
      expect(status).toBe(200);
      expect(essence(body)).toEqual({
        receiver,
        text: 'fleeting',
        persist: 'false',
        acknowledge: false,
        isDated: true,
      });
      expect(await list('limit=100&page=1')).toEqual(before);
    });
  },
);
