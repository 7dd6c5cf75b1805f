// @module-tag slow
// @module-tag chromium
// @module-tag redis-server
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { type Listener, listen } from '../support/listen.ts';
import { signInOn } from '../support/sign-in.ts';
import { until } from '../support/until.ts';
import { type Stage, setStage } from './stage.ts';

const MINUTE = 60_000;

const RECEIVED = 'subscription { notificationReceived { notification { text } } }';

interface Received {
  notification: { text: string } | null;
}

interface User {
  userId: string;
  handle: string;
}

/** A page, what it has requested, and what its streams have delivered. */
class Tab {
  readonly page: Page;
  /** Number of requests for the list. */
  lists = 0;
  received = '';

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => {
      if (request.postData()?.includes('LiveNotifications')) this.lists += 1;
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        this.received += payload;
      });
    });
  }

  /** The texts that it shows, from above. */
  async texts(): Promise<string[]> {
    const rows = this.page.locator('section[aria-label="Notifications"] li');
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => row.querySelector('p') ?? row).map((text) => text.textContent),
    );
    return shown.map(String);
  }

  /** The number of unread ones that it shows. */
  async unread(): Promise<number> {
    const { page } = this;
    const [button] = await page.getByRole('button', { name: /^Notifications, / }).all();
    const shown = button
      ? button.getAttribute('aria-label')
      : page.getByText(/^Notifications \(/).textContent();
    return Number(/\d+/.exec(String(await shown))?.[0]);
  }

  /** Puts it into the background, where its timers stand still. */
  async hide(): Promise<void> {
    await this.page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));`);
    const now = Number(await this.page.evaluate('Date.now()'));
    await this.page.clock.pauseAt(now + 1000);
  }

  /** Shows it again, when an hour has passed. */
  async showAfterAnHour(): Promise<void> {
    await this.page.clock.fastForward(60 * MINUTE);
    await this.page.clock.resume();
    await this.page.evaluate(`delete document.hidden;
      document.dispatchEvent(new Event('visibilitychange'));`);
  }
}

describe.each(['web', 'apollo', 'urql', 'relay'])(
  'the list and the stream in the example %s',
  { timeout: 180_000 },
  (example) => {
    let browser: OfflineBrowser;
    let stage: Stage;
    /** Reads of a list of notifications, as the platform receives them. */
    const reads: { token: string; isPoll: boolean }[] = [];
    /** Those that a page has asked for. */
    const readsForPages = () => reads.filter(({ isPoll }) => !isPoll).length;
    beforeAll(async () => {
      [stage, browser] = await Promise.all([
        setStage(
          {
            onRequest: ({ method, path, query, headers: { authorization = '' } }) => {
              if (method !== 'GET' || path !== '/notifications/v1') return;
              // The poller reads acknowledged ones as well.
              reads.push({ token: authorization, isPoll: query.includes('acknowledge=true') });
            },
          },
          example,
        ),
        startChromium(),
      ]);
    }, 120_000);
    afterAll(async () => {
      await Promise.all([browser.close(), stage.close()]);
    });

    let taken = 0;
    /** Someone who has no notifications yet. */
    const someone = (): User => {
      const { notifications, users } = stage.sandbox.school;
      const others = users.filter(
        ({ userId, userType, anonymous }) =>
          userType === 'adult' && !anonymous && !notifications.some(({ receiver }) => receiver === userId),
      );
      const user = others[taken++];
      if (!user) throw new RangeError('there is nobody left');
      return user;
    };
    const notify = ({ userId }: User, text: string) =>
      stage.sandbox.sendNotification({ receiver: userId, text: `${text}, for ${userId}` }).text;

    /** A window of its own, where nobody is signed in. */
    const openWindow = async () => {
      const context = await browser.open({ viewport: { width: 1280, height: 860 } });
      onTestFinished(() => context.close());
      return async () => {
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        await page.clock.install();
        const tab = new Tab(page);
        await page.goto(stage.url);
        return tab;
      };
    };
    const signIn = ({ page }: Tab, { handle }: User) => signInOn(page, handle);
    const signOut = async ({ page }: Tab) => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
    };
    /** Waits until a page shows exactly these, from above, each once. */
    const shows = async (tab: Tab, texts: readonly string[]) => {
      await expect.poll(() => tab.texts(), { timeout: 60_000 }).toEqual(texts);
      expect(await tab.unread()).toBe(texts.length);
    };
    /** Waits until its stream has delivered something new. */
    const isLive = async (tab: Tab, user: User, before: readonly string[]) => {
      const text = notify(user, `Are you there, ${before.length}`);
      await until(() => tab.received.includes(text), { within: 60_000 });
      const texts = [text, ...before];
      await shows(tab, texts);
      return texts;
    };

    it('show each notification once, however often the page is reloaded while they arrive', async () => {
      const user = someone();
      const tab = await (await openWindow())();
      const stored = notify(user, 'Stored before');
      await signIn(tab, user);
      await shows(tab, [stored]);
      const start = readsForPages();
      const other = listen<Received>(stage.gatewayUrl, RECEIVED, {
        authorization: stage.sandbox.issueToken(user.userId),
      });
      onTestFinished(() => other.stop());
      let texts = [stored];
      for (let load = 1; load <= 4; load += 1) {
        const [before, after] = [notify(user, `Before load ${load}`), await reload(tab, user, load, other)];
        texts = [after, before, ...texts];
        await shows(tab, texts);
      }
      expect(tab.lists).toBe(1 + 4);
      expect(readsForPages() - start).toBe(4);
    });

    /** Reloads a page. A notification is sent and in the event log when the list has been read and the page does not have it. */
    const reload = async (
      { page }: Tab,
      user: User,
      load: number,
      other: Listener<Received>,
    ): Promise<string> => {
      const { promise, resolve } = Promise.withResolvers<string>();
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('LiveNotifications')) return route.continue();
        const response = await route.fetch();
        const text = notify(user, `During load ${load}`);
        await until(() => other.items.some(({ notification }) => notification?.text === text), {
          within: 60_000,
        });
        await route.fulfill({ response });
        resolve(text);
      });
      await page.reload();
      const text = await promise;
      await page.unrouteAll({ behavior: 'wait' });
      return text;
    };

    it.each<[string, steps: (() => Promise<void>)[], lists: number]>([
      [
        'an hour in which the connection was lost, without reading the list again',
        [() => stage.crash(), () => stage.restart(), async () => stage.letPass(60 * MINUTE)],
        1,
      ],
      ['a loss of events, after reading the list again, once', [() => stage.loseEvents()], 2],
    ])('are complete after %s', async (_what, steps, lists) => {
      const user = someone();
      const tab = await (await openWindow())();
      await signIn(tab, user);
      const texts = await isLive(tab, user, []);
      const start = readsForPages();
      await tab.hide();
      texts.unshift(notify(user, 'In the background'));
      for (const [index, step] of steps.entries()) {
        await step();
        texts.unshift(notify(user, `After step ${index}`));
      }
      await tab.showAfterAnHour();
      await shows(tab, texts);
      await isLive(tab, user, texts);
      expect(tab.received.includes('"gap":{')).toBe(lists > 1);
      expect(tab.lists).toBe(lists);
      expect(readsForPages() - start).toBe(lists - 1);
    });

    it('are those of the user who has signed in next in the same tab', async () => {
      const [one, other] = [someone(), someone()];
      const tab = await (await openWindow())();
      const stored = notify(other, 'Stored before');
      await signIn(tab, one);
      await isLive(tab, one, []);
      await signOut(tab);
      tab.received = '';
      const tokens = new Set(reads.map(({ token }) => token));
      await signIn(tab, other);
      await shows(tab, [stored]);
      notify(one, 'To nobody here');
      const start = reads.length;
      const texts = await isLive(tab, other, [stored]);
      await isLive(tab, other, texts);
      expect(tab.received).not.toContain(one.userId);
      expect(tab.lists).toBe(2);
      // Nothing is read for who has signed out.
      expect(reads.slice(start).filter(({ token }) => tokens.has(token))).toEqual([]);
    });

    // The front end keeps a sign-in in its tab, the small apps share it among all tabs.
    if (example === 'web')
      it('are those of its own user in each of two tabs, also if both then sign in as the other', async () => {
        const [one, other] = [someone(), someone()];
        const openTab = await openWindow();
        const [first, second] = [await openTab(), await openTab()];
        await signIn(first, one);
        await signIn(second, other);
        const ofOne = await isLive(first, one, []);
        const ofOther = await isLive(second, other, []);
        expect(first.received).not.toContain(other.userId);
        expect(second.received).not.toContain(one.userId);
        // A sign-out is one in all tabs.
        await signOut(first);
        await second.page.getByRole('button', { name: 'Sign in' }).waitFor();
        for (const tab of [first, second]) tab.received = '';
        await signIn(first, other);
        await signIn(second, one);
        await isLive(first, other, ofOther);
        await isLive(second, one, ofOne);
        expect(first.received).not.toContain(one.userId);
        expect(second.received).not.toContain(other.userId);
        expect([first.lists, second.lists]).toEqual([2, 2]);
      });
    else
      it('are those of the user who has signed in next, in both tabs', async () => {
        const [one, other] = [someone(), someone()];
        const openTab = await openWindow();
        const tabs = [await openTab(), await openTab()] as const;
        const [first, second] = tabs;
        await signIn(first, one);
        await isLive(first, one, []);
        await second.page.getByRole('button', { name: 'Sign out' }).waitFor();
        await signOut(first);
        await second.page.getByRole('button', { name: 'Sign in' }).waitFor();
        for (const tab of tabs) tab.received = '';
        await signIn(second, other);
        await first.page.getByRole('button', { name: 'Sign out' }).waitFor();
        notify(one, 'To nobody here');
        const texts = await isLive(first, other, []);
        await shows(second, texts);
        await isLive(second, other, texts);
        for (const tab of tabs) expect(tab.received).not.toContain(one.userId);
        expect([first.lists, second.lists]).toEqual([2, 2]);
      });
  },
);
