import type { Example, Route } from './vocabulary.ts';

/**
 * Values for the placeholders of the routes' examples. The records are in the seed data of the sandbox; the rest is made up.
 * Other values, such as the IDs that a platform returned, can replace them.
 */
export const SAMPLES = {
  clientId: 'demo-app',
  clientSecret: 'demo-app-secret',
  pluginId: 'demo-plugin',
  pluginSecret: 'demo-plugin-secret',
  redirectUri: 'http://localhost:3000/callback',
  state: 'where I was & more',
  nonce: 'nonce-1',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code: 'code-1',
  codeVerifier: 'verifier.0123456789.verifier.0123456789.verifier',
  refreshToken: 'refresh-1',
  deviceToken: 'device-1',
  marker: 'Ask about the second knot.',
  now: '2026-06-01T10:00:00.000Z',
  userId: 'u-ana',
  handle: '@ana.ferreira',
  otherUserId: 'u-kofi',
  courseId: 'c-first-aid',
  taughtCourseId: 'c-first-aid',
  classId: 'g-first-aid-spring',
  studentId: 's-first-aid-spring-ana',
  lessonId: 'l-tourniquet',
  objectiveId: 'o-control-bleeding',
  noteId: 'n-ana-clouds',
  newNoteId: 'n-ana-clouds',
  bucketId: 'trail-map',
  newBucketId: 'packing-list',
  newNotificationId: 'nt-exam',
  newBadgeId: 'b-c-first-aid',
  orgId: 'org-meridian',
  atoCode: 'code-2',
  atoRefreshToken: 'refresh-2',
  atoRequestId: 'ato-1',
  xapiHomePage: 'https://platform.example',
  xapiBase: 'https://platform.example/xapi',
  xapiApiIdBase: 'https://platform.example/xapi/api-id',
};

const PLACEHOLDER = /\{(\w+)\}/g;

/** A JSON value with its placeholders filled in, in texts and in keys. A placeholder without a value stays. */
export const filled = <Json>(json: Json, values: Readonly<Partial<Record<string, string>>>): Json =>
  JSON.parse(
    JSON.stringify(json).replaceAll(PLACEHOLDER, (placeholder, name: string) => {
      const value = values[name];
      return value === undefined ? placeholder : JSON.stringify(value).slice(1, -1);
    }),
  );

/** The placeholders of a JSON value. */
export const placeholdersIn = (json: unknown): string[] =>
  [...JSON.stringify(json).matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** An example of a route. Default: the full one. @throws Error if there is none of this name */
export function exampleOf({ id, example }: Route, name = 'full'): Example {
  const found = example ? (example[name] ?? (name === 'full' ? example.minimal : undefined)) : {};
  if (!found) throw new Error(`${id} has no example ${name}`);
  return found;
}
