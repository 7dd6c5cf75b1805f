import { describe, expect, it } from 'vitest';
import { gatewayErrors, isSignedOut } from '../../packages/client/src/errors.ts';
import { Session } from '../../packages/client/src/session.ts';
import { ServerSession } from '../../packages/client/src/ssr.ts';
import { ENGLISH } from '../../packages/client/src/texts/english.ts';
import {
  errorText,
  formMessages,
  notificationText,
  signInErrorText,
} from '../../packages/client/src/texts.ts';
import { ERROR_CODES, INPUT_REASONS, UPSTREAM_REASONS } from '../../src/graph/errors.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';
import { LIBRARIES } from './libraries.ts';

const gateway = suiteGateway({ environment: { PLATFORM_TIMEOUT: '900' } });

/** An error as the gateway sends it. */
const error = (extensions: object, message = '`input.text` must not.') => ({
  message,
  extensions: { retryable: false, requestId: 'r', ...extensions },
});
const invalid = (reason: string, more: object = {}) =>
  error({ code: 'BAD_USER_INPUT', argument: ['input', 'text'], reason, ...more });

/** Words of developers, which nobody should have to read. */
const JARGON = /`|%|gateway|field|argument|token|credential|GraphQL|null|undefined|query|request/i;

describe('the text of an error', () => {
  it('is there for every code and every reason, and only for them', () => {
    expect(Object.keys(ENGLISH.codes)).toEqual(Object.keys(ERROR_CODES));
    expect(Object.keys(ENGLISH.inputReasons)).toEqual(Object.keys(INPUT_REASONS));
    expect(Object.keys(ENGLISH.upstreamReasons)).toEqual(Object.keys(UPSTREAM_REASONS));
  });

  it.each([
    ...Object.keys(ERROR_CODES).map((code) => error({ code })),
    ...Object.keys(ERROR_CODES).map((code) => error({ code, retryable: true, retryAfterMs: 1500 })),
    ...Object.keys(INPUT_REASONS).map((reason) => invalid(reason)),
    ...Object.keys(INPUT_REASONS).map((reason) => invalid(reason, { bounds: { minimum: 1, maximum: 9 } })),
    ...Object.keys(UPSTREAM_REASONS).map((reason) => error({ code: 'UPSTREAM_BAD_RESPONSE', reason })),
    error({ code: 'OF_A_NEWER_GATEWAY' }),
    new Error('a bug'),
    new TypeError('fetch failed'),
    null,
  ])('is made of plain sentences: %j', (reported) => {
    const text = errorText(reported);
    expect(text).toMatch(/^([A-Z][^.]+\.( |$))+$/);
    expect(text).not.toMatch(JARGON);
  });

  it.each([
    ['codes', Object.keys(ERROR_CODES), (code: string) => error({ code })],
    ['inputReasons', Object.keys(INPUT_REASONS), (reason: string) => invalid(reason)],
    [
      'upstreamReasons',
      Object.keys(UPSTREAM_REASONS),
      (reason: string) => error({ code: 'UPSTREAM_BAD_RESPONSE', reason }),
    ],
  ])('can be replaced one by one: %s', (group, keys, errorWith) => {
    for (const key of keys) {
      expect(errorText(errorWith(key), { words: { [group]: { [key]: 'Anders.' } } })).toBe('Anders.');
      expect(errorText(errorWith(key), { words: { [group]: {} } })).toBe(errorText(errorWith(key)));
    }
  });

  it('says when to try again, in the digits of the locale', () => {
    const refused = error({ code: 'RATE_LIMITED', retryable: true, retryAfterMs: 1_234_000 });
    expect(errorText(refused, { locale: 'en' })).toBe('That was too fast. Try again in 1,234 s.');
    expect(
      errorText(refused, {
        locale: 'de',
        words: { codes: { RATE_LIMITED: ({ seconds }) => `Bitte ${seconds} Sekunden warten.` } },
      }),
    ).toBe('Bitte 1.234 Sekunden warten.');
  });

  it('does not invite to repeat a write that may have taken effect', () => {
    const read = error({ code: 'UPSTREAM_TIMEOUT', retryable: true });
    const write = error({ code: 'UPSTREAM_TIMEOUT' });
    expect(errorText(read)).toContain('Try again');
    expect(errorText(write)).toContain('Check whether your change was saved');
  });

  it.each(LIBRARIES)(
    'is that of what %s reports, and not the message for developers',
    async (_name, open) => {
      const client = open({ url: `${gateway.url}/graphql` });
      const { error: refused } = await client.query('{ me { handle } }');
      expect(gatewayErrors(refused)[0]?.message).not.toBe('');
      expect(errorText(refused)).toBe('Sign in to continue.');
      const lost = open({ url: 'http://127.0.0.1:1/graphql' });
      expect(errorText((await lost.query('{ me { handle } }')).error)).toBe(
        'There is no connection. Check your network, then try again.',
      );
    },
  );

  it('is that of a sign-in that failed', async () => {
    const refused = new Session({ url: `${gateway.url}/graphql` });
    const stranger = await refused.finishSignIn('http://localhost/callback?code=a&state=b').catch((e) => e);
    expect(errorText(stranger)).toBe('The sign-in was not completed. Start it again.');
    const lost = new Session({ url: 'http://127.0.0.1:1/graphql' });
    const unreachable = await lost.beginSignIn({ redirectUri: 'http://localhost/callback' }).catch((e) => e);
    expect(errorText(unreachable)).toContain('There is no connection.');
    for (const session of [refused, lost]) session.close();
  });
});

describe('the text of a sign-in on a server', () => {
  it('is there for each of its errors, and for those of newer versions', () => {
    const known = ['denied', 'unknown', 'failed', 'unavailable'].map((error) => signInErrorText(error));
    expect(new Set(known).size).toBe(4);
    for (const text of known) {
      expect(text).toMatch(/^([A-Z][^.]+\.( |$))+$/);
      expect(text).not.toMatch(JARGON);
    }
    expect(signInErrorText('toString')).toBe(signInErrorText('failed'));
    const words = { situations: { SIGN_IN_DENIED: 'Abgelehnt.' } };
    expect(signInErrorText('denied', { words })).toBe('Abgelehnt.');
  });

  it('tells apart the network of the user and that of the server', async () => {
    const session = new ServerSession({
      url: 'http://127.0.0.1:1/graphql',
      origin: 'http://localhost:3000',
    });
    const lost = await session.execute(new Headers(), '{ me { handle } }').catch((error: unknown) => error);
    expect(errorText(lost)).toBe('This is not available right now. Try again in a moment.');
    expect(formMessages(lost).form).toEqual([errorText(lost)]);
    const words = { situations: { SERVER_UNREACHABLE: 'Später.' } };
    expect(errorText(lost, { words })).toBe('Später.');
  });
});

describe('the messages of a form', () => {
  it('belong to the fields of a real operation, or stand above them', async () => {
    const { errors } = await gateway.query(
      `mutation ($input: AddUserInfoInput!) {
        addUserInfo(input: $input) { extra }
        createNote(input: { text: "Note" }) { extra }
      }`,
      {
        as: as.plugin,
        variables: { input: { userId: 'u-ana', additionalInfo: [{ title: '', description: 'Sailor' }] } },
      },
    );
    expect(isSignedOut(errors)).toBe(false);
    expect(formMessages(errors)).toEqual({
      fields: new Map([['input.additionalInfo.0.title', 'Enter a value.']]),
      form: ['You do not have access to this.'],
    });
  });

  it('state the limits, and are in the words of the app', () => {
    const range = invalid('OUT_OF_RANGE', { bounds: { minimum: 1, maximum: 25_000 } });
    expect(formMessages([range], { locale: 'en' }).fields.get('input.text')).toBe('Enter 1 to 25,000.');
    const words = { inputReasons: { OUT_OF_RANGE: ({ maximum = '' }) => `Höchstens ${maximum}.` } };
    expect(formMessages([range], { locale: 'de', words }).fields.get('input.text')).toBe('Höchstens 25.000.');
    expect(formMessages([invalid('OF_A_NEWER_GATEWAY')]).fields.get('input.text')).toMatch(/^[A-Z][^`]+\.$/);
  });

  it('say above the form what has no place in it', () => {
    const { form } = formMessages([error({ code: 'BAD_USER_INPUT', reason: 'REJECTED' })]);
    expect(form).toEqual(['The values were not accepted. Check them and try again.']);
    expect(formMessages(new TypeError('fetch failed')).form).toEqual([
      expect.stringContaining('no connection'),
    ]);
  });
});

describe('the text of a notification', () => {
  it('has its parameters, of every notification that the sandbox lists', async () => {
    const { data } = await gateway.student('{ me { notifications { nodes { text textParameters } } } }');
    const texts = data.me.notifications.nodes.map(notificationText);
    expect(texts).toContain('Your Tourniquet lesson was graded.');
    expect(texts.filter((text: string) => /%[sd]/.test(text) || text === '')).toEqual([]);
  });

  it.each([
    ['Hello', null, 'Hello'],
    [null, null, ''],
    ['Hello %s', 'Ana', 'Hello Ana'],
    ['Hello %s', 'Silva, Ana', 'Hello Silva, Ana'],
    ['Hello %s', '$& %s', 'Hello $& %s'],
    ['Hello %s', null, 'Hello …'],
    ['%s of %s', 'Knots, Sailing', 'Knots of Sailing'],
    ['%2$s: %1$s', '["Knots, part 1","Sailing"]', 'Sailing: Knots, part 1'],
    ['%s of %s', 'Knots', 'Knots of …'],
    ['%s (%s)', '[draft] Knots', '[draft] Knots (…)'],
    ['100%% of %d', '9', '100% of 9'],
  ])('of %j with %j is %j', (text, textParameters, expected) => {
    expect(notificationText({ text, textParameters })).toBe(expected);
  });
});
