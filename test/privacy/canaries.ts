import { type School, startSandbox, type User } from 'learning-platform-kit/sandbox';

/** Profile fields that are shown but never stored. Contract: Profile data policy. */
const PERSONAL = [
  'firstName',
  'lastName',
  'email',
  'profilePic',
  'coverPhoto',
  'militaryGrade',
  'displayRank',
  'displayDutyTitle',
  'gender',
  'civilianGrade',
  'civilianBand',
  'jobSeriesNumber',
  'jobTitle',
] as const satisfies readonly (keyof User)[];

/** Unique strings in place of data that must not be stored, by kind of data. */
export type Canaries = ReadonlyMap<string, readonly string[]>;

/** A picture as the platform sends it: base64. */
export const PHOTO = Buffer.from('Kanarienvogel: the bytes of somebody’s photo').toString('base64');

/** A string that differs in JSON, URL and base64 encoding. */
const canary = (field: string, userId: string): string => `Kän"arie ${field} of ${userId}`;

/** The fixture data with a canary in each personal field of each named user. */
export async function canarySchool(): Promise<{ school: School; canaries: Canaries }> {
  const sandbox = await startSandbox();
  const { school } = sandbox;
  await sandbox.close();
  const users = school.users.map((user) => (user.anonymous ? user : { ...user, ...personal(user.userId) }));
  const named = users.filter(({ anonymous }) => !anonymous);
  const canaries = new Map<string, readonly string[]>(
    PERSONAL.map((field) => [field, named.map(({ userId }) => canary(field, userId))]),
  );
  // Users sign in by handle, so it stays unchanged.
  canaries.set(
    'handle',
    named.map(({ handle }) => handle.slice(1)),
  );
  canaries.set('photo', [PHOTO]);
  return { school: { ...school, users }, canaries };
}

const personal = (userId: string) =>
  Object.fromEntries(PERSONAL.map((field) => [field, canary(field, userId)]));

/** Returns a search for the kinds of canary in a text, in any encoding. */
export function searchFor(...canaries: readonly Canaries[]): (text: string) => string[] {
  const forms = canaries.flatMap((kinds) =>
    [...kinds].map(([kind, texts]) => ({ kind, forms: [...new Set(texts.flatMap(formsOf))] })),
  );
  const starts = [...new Set(forms.flatMap(({ forms }) => forms.map(startOf)))];
  return (text) => {
    // Many forms start alike: a start that does not occur rules all of them out.
    const found = new Set(starts.filter((start) => text.includes(start)));
    return forms.flatMap(({ kind, forms }) =>
      forms.some((form) => found.has(startOf(form)) && text.includes(form)) ? [kind] : [],
    );
  };
}

const startOf = (form: string): string => form.slice(0, 8);

/** Encodings of a text: plain, JSON up to three levels deep, ASCII JSON, URL, hexadecimal and base64. */
export function formsOf(text: string): string[] {
  const json = escaped(text);
  const ascii = json.replaceAll(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const bytes = Buffer.from(text);
  return [
    text,
    json,
    escaped(json),
    escaped(escaped(json)),
    ascii,
    encodeURIComponent(text),
    new URLSearchParams({ text }).toString().slice('text='.length),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((shift) => inBase64(bytes, shift)),
  ];
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Base64 of bytes at this offset within a group of three, without the characters that depend on the neighbors. */
function inBase64(bytes: Buffer, shift: number): string[] {
  const from = shift === 0 ? 0 : 4;
  const whole = Math.floor((bytes.length + shift) / 3) * 4;
  const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
  return (['base64', 'base64url'] as const).map((coding) => shifted.toString(coding).slice(from, whole));
}
