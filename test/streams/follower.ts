import { expect } from 'vitest';
import { Collected } from '../support/collected.ts';
import type { TestGateway } from '../support/gateway.ts';
import type { RedisProxy } from '../support/redis-proxy.ts';

export const WITHOUT_CURSOR =
  'subscription { notificationReceived { gap { reason } notification { text } } }';
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }`;

/** A client that follows the student's notifications. */
export interface Follower {
  texts: Collected<string>;
  gaps: Collected<string>;
  /** Resolves once the stream is open. */
  ready: Promise<unknown>;
  stop(): void;
}

export interface Received {
  notificationReceived: {
    gap: { reason: string } | null;
    notification: { text: string | null } | null;
  } | null;
}

/** Sends the student notifications through the graph, one by one. */
export async function notify(gateway: TestGateway, texts: string[]): Promise<void> {
  for (const text of texts) {
    const input = { receiverId: 'u-ana', text, persist: false };
    const { data } = await gateway.instructor(SEND, { input });
    expect(data.sendNotification).toEqual({ streamed: true });
  }
}

/** Collects what a client receives. */
export function collecting(ready: Promise<unknown>, stop: () => void) {
  const texts = new Collected<string>();
  const gaps = new Collected<string>();
  const take = (data: Partial<Received> | null | undefined): void => {
    const item = data?.notificationReceived;
    if (item?.gap) gaps.add(item.gap.reason);
    if (typeof item?.notification?.text === 'string') texts.add(item.notification.text);
  };
  const fail = (error: unknown): void => {
    texts.fail(error);
    gaps.fail(error);
  };
  return { follower: { texts, gaps, ready, stop } satisfies Follower, take, fail };
}

const numbered = (name: string, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `${name} ${from + index}`);

/** Checks that a client behind a proxy receives everything once and in order, although it loses its connection. */
export async function missesNothing(
  gateway: TestGateway,
  proxy: RedisProxy,
  name: string,
  follow: (url: string) => Follower,
): Promise<void> {
  const send = (texts: string[]) => notify(gateway, texts);
  const follower = follow(`http://127.0.0.1:${proxy.port}/graphql`);
  await follower.ready;
  // Events arrive throughout; the connection is lost twice briefly and once for a while.
  const expected = numbered(name, 0, 50);
  for (const from of [0, 10]) {
    const sent = send(numbered(name, from, from + 10));
    await follower.texts.reach(from + 3);
    proxy.reset();
    await sent;
  }
  const sent = send(numbered(name, 20, 30));
  await follower.texts.reach(22);
  proxy.cut();
  await sent;
  await send(numbered(name, 30, 40));
  proxy.restore();
  await send(numbered(name, 40, 50));
  await follower.texts.reach(50);
  expect(follower.texts.items).toEqual(expected);
  gateway.sandbox.sendNotification({ receiver: 'u-ana', text: `${name}, from the platform` });
  await follower.texts.reach(51);
  expect(follower.texts.items).toEqual([...expected, `${name}, from the platform`]);
  expect(follower.gaps.items).toEqual([]);
  follower.stop();
}
