import { Secret } from './secret.ts';

/**
 * Variables that `npm run conformance` reads in addition to the gateway's own, with their descriptions. All are optional:
 * a route is skipped if one that it requires is not set.
 */
export const CONFORMANCE_VARIABLES = {
  CONFORMANCE_USER_TOKEN: "a signed-in user's token, preferably a student's; most routes require it",
  CONFORMANCE_INSTRUCTOR_TOKEN: "an instructor's token, for the questions of a course",
  CONFORMANCE_ATO_TOKEN: 'a token from the sign-on of an ATO request',
  CONFORMANCE_LOGOUT_TOKEN: 'a token whose session may be signed out',
  CONFORMANCE_REFRESH_TOKEN: 'a refresh token that may be used up',
  CONFORMANCE_DEVICE_TOKEN: 'the push token of a device to register for that session',
  CONFORMANCE_REDIRECT_URI: 'a redirect URI that is registered for the app',
  CONFORMANCE_COURSE_ID: 'a course; default: one that the platform lists',
  CONFORMANCE_CLASS_ID: "one of the user's classes; default: one that the platform lists",
  CONFORMANCE_STUDENT_ID: "the user's student ID in that class",
  CONFORMANCE_LESSON_ID: 'a lesson; default: the first of the course',
  CONFORMANCE_TAUGHT_COURSE_ID: 'a course of the instructor; default: that of their first class',
  CONFORMANCE_NOTE_ID: 'a note to read; default: one that the platform lists',
  CONFORMANCE_BUCKET_ID: 'a bucket to read; it is never changed',
  CONFORMANCE_ORG_ID: 'an organization that the plugin may access',
  CONFORMANCE_ATO_REQUEST_ID: 'the ATO request of that sign-on',
} as const;

export type ConformanceVariable = keyof typeof CONFORMANCE_VARIABLES;

/** The variables that are set, by name. IDs count as secrets: no value is ever printed. */
export type ConformanceValues = ReadonlyMap<string, Secret>;

/** Tokens are sent in a header, which allows nothing else. */
const VISIBLE_ASCII = /^[\x21-\x7e]{1,8000}$/;

/** Reads the variables; `problems` names the invalid ones, without their values. */
export function readConformanceValues(environment: Readonly<Record<string, string | undefined>>): {
  values: ConformanceValues;
  problems: readonly string[];
} {
  const given = Object.keys(CONFORMANCE_VARIABLES).flatMap((name) => {
    const text = environment[name]?.trim();
    return text ? [[name, text] as const] : [];
  });
  const problems = given.flatMap(([name, text]) => {
    if (name.endsWith('_TOKEN') && !VISIBLE_ASCII.test(text))
      return `${name} must be visible ASCII characters without spaces, and without \`Bearer\``;
    if (name.endsWith('_URI') && !URL.canParse(text)) return `${name} must be an absolute URL`;
    return [];
  });
  return { values: new Map(given.map(([name, text]) => [name, new Secret(text)])), problems };
}
