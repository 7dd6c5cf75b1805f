import type { School, User } from '../../src/sandbox/index.ts';
import { startSandbox } from '../../src/sandbox/index.ts';

/** The fields of a profile that are shown and never stored. Contract: Profile data policy. */
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

/** Texts that stand for what must not be kept, by what they are. Each is found nowhere else. */
export type Canaries = ReadonlyMap<string, readonly string[]>;

/** What a picture of the school is: base64, as the platform sends one. */
export const PHOTO = Buffer.from('Kanarienvogel: the bytes of somebody’s photo').toString('base64');

/** A text that looks different in JSON, in an address and in base64. */
const canary = (field: string, userId: string): string => `Kän"arie ${field} of ${userId}`;

/** The school, with a canary in each personal field of each person who has a name. */
export async function canarySchool(): Promise<{ school: School; canaries: Canaries }> {
  const sandbox = await startSandbox();
  const { school } = sandbox;
  await sandbox.close();
  const users = school.users.map((user) => (user.anonymous ? user : { ...user, ...personal(user.userId) }));
  const named = users.filter(({ anonymous }) => !anonymous);
  const canaries = new Map<string, readonly string[]>(
    PERSONAL.map((field) => [field, named.map(({ userId }) => canary(field, userId))]),
  );
  // People sign in by their handle, so it stays.
  canaries.set(
    'handle',
    named.map(({ handle }) => handle.slice(1)),
  );
  canaries.set('photo', [PHOTO]);
  return { school: { ...school, users }, canaries };
}

const personal = (userId: string) =>
  Object.fromEntries(PERSONAL.map((field) => [field, canary(field, userId)]));

/** Tells which kinds of canary are in a text, in any of the forms that texts are written in. */
export function searchFor(...canaries: readonly Canaries[]): (text: string) => string[] {
  const forms = canaries.flatMap((kinds) =>
    [...kinds].map(([kind, texts]) => ({ kind, forms: [...new Set(texts.flatMap(formsOf))] })),
  );
  return (text) =>
    forms.flatMap(({ kind, forms }) => (forms.some((form) => text.includes(form)) ? [kind] : []));
}

/** As it is, in JSON, in JSON in JSON and once more, in ASCII alone, in an address, in hexadecimal and in base64. */
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

/** What base64 makes of bytes that stand at this place within a group of three: the part that nothing else changes. */
function inBase64(bytes: Buffer, shift: number): string[] {
  const from = shift === 0 ? 0 : 4;
  const whole = Math.floor((bytes.length + shift) / 3) * 4;
  const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
  return (['base64', 'base64url'] as const).map((coding) => shifted.toString(coding).slice(from, whole));
}
