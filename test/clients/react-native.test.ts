import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '../../packages/client/src/apollo.ts';
import {
  CreateNoteDocument,
  NotificationReceivedDocument,
  ViewerDocument,
} from '../../packages/client/src/documents.ts';
import { Outbox } from '../../packages/client/src/outbox.ts';
import { Session, type SessionStorage } from '../../packages/client/src/session.ts';
import { Connection, openSocket } from '../../packages/client/src/stream.ts';
import { Collected } from '../support/collected.ts';
import { signInAs } from '../support/sign-in.ts';
import { proxyOfEachTest, suiteGateway } from '../support/suite.ts';
import { ManualClock } from './manual-clock.ts';

const gateway = suiteGateway({ environment: { NOTIFICATION_POLL_INTERVAL: '100' } });
const proxy = proxyOfEachTest(gateway);
let url: string;
beforeEach(() => {
  url = `http://127.0.0.1:${proxy.port}/graphql`;
});
beforeAll(() => {
  // What React Native lacks, or has only under this name.
  for (const name of ['document', 'localStorage', 'BroadcastChannel', 'addEventListener', 'location'])
    vi.stubGlobal(name, undefined);
  vi.stubGlobal('navigator', { product: 'ReactNative' });
  vi.stubGlobal('crypto', undefined);
});
afterAll(() => vi.unstubAllGlobals());

/** React Native's `AsyncStorage`: nothing happens in the same turn. */
function asyncStorage(): SessionStorage {
  const values = new Map<string, string>();
  const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    getItem: async (key) => {
      await later();
      return values.get(key) ?? null;
    },
    setItem: async (key, value) => {
      await later();
      values.set(key, value);
    },
    removeItem: async (key) => {
      await later();
      values.delete(key);
    },
  };
}

it('an app signs in, survives a restart, and signs out for good', async () => {
  const storage = asyncStorage();
  const { redirectUri } = gateway.sandbox.app;
  const first = new Session({ url, storage });
  await first.finishSignIn(await signInAs('@ana.ferreira', await first.beginSignIn({ redirectUri })));
  first.close();

  const session = new Session({ url, storage });
  const client = createClient({ url, session });
  const { data } = await client.query({ query: ViewerDocument });
  expect(data?.me?.handle).toBe('@ana.ferreira');
  const refreshed = session.refresh().catch(() => {});
  await session.signOut();
  await refreshed;
  const restarted = new Session({ url, storage });
  await restarted.ready;
  expect(restarted.state().status).toBe('signed-out');
  for (const each of [session, restarted]) each.close();
  client.stop();
});

it('an app sends what was written before it was killed without a network, once', async () => {
  const storage = asyncStorage();
  const session = new Session({ url, storage, name: 'killed' });
  await session.start({ accessToken: 'demo-student-token', refreshToken: null });
  proxy.cut();
  const killed = new Outbox({ url, session, storage, name: 'killed' });
  const texts = ['Tunnel 1', 'Tunnel 2', 'Tunnel 3'];
  await Promise.all(
    texts.map((text) => killed.add(CreateNoteDocument, { input: { text, classId: 'g-first-aid-spring' } })),
  );
  killed.close();
  session.close();

  proxy.restore();
  const restarted = new Session({ url, storage, name: 'killed' });
  const outbox = new Outbox({ url, session: restarted, storage, name: 'killed' });
  const seen = new Collected<string>();
  outbox.subscribe(() =>
    seen.add(
      outbox
        .state()
        .map(({ status }) => status)
        .join(),
    ),
  );
  await seen.until(() => seen.items.at(-1) === 'sent,sent,sent');
  const written = gateway.requests.filter(({ body }) => body.includes('Tunnel'));
  expect(written.map(({ body }) => JSON.parse(body).text)).toEqual(texts);
  outbox.close();
  restarted.close();
});

it('an app that returns from the background is live again, and has missed nothing', async () => {
  const clock = new ManualClock();
  const session = { authorization: () => 'Bearer demo-student-token' };
  const socket = openSocket({ url, session, clock });
  const connection = new Connection(socket);
  const client = createClient({ url, session, socket });
  const items = new Collected<string | null>();
  const subscription = client
    .subscribe({ query: NotificationReceivedDocument, fetchPolicy: 'no-cache' })
    .subscribe(({ data }) => items.add(data?.notificationReceived?.notification?.text ?? null));
  await items.reach(1);
  proxy.silence();
  clock.sleep(600_000);
  gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Said in the background', persist: true });
  // A second until the app notices, and a second without a pong.
  clock.advance(1000);
  clock.advance(1000);
  await items.until(() => items.items.includes('Said in the background'));
  expect(connection.state()).toBe('live');
  subscription.unsubscribe();
  client.stop();
});
