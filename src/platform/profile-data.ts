import { isRecord } from '../graph/is-record.ts';

/** Fields that only a person's profile has. Contract: Resources, User profile. */
const PERSONAL = new Set([
  'handle',
  'firstName',
  'lastName',
  'email',
  'profilePic',
  'coverPhoto',
  'gender',
  'dateOfBirth',
  'parentFlags',
  'militaryGrade',
  'displayRank',
  'displayDutyTitle',
  'civilianGrade',
  'civilianBand',
  'jobSeriesNumber',
  'jobTitle',
]);

/**
 * The value as it may be stored. Profile data may be shown and must not be stored: a user's row is reduced to its
 * `userId`, and fields that only a profile has are left out wherever they stand.
 * Contract: What the service does, Profile data policy.
 */
export function withoutProfileData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProfileData);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value);
  const isProfile = 'userId' in value && fields.some(([field]) => PERSONAL.has(field));
  if (isProfile) return { userId: value.userId };
  return Object.fromEntries(
    fields
      .filter(([field]) => !PERSONAL.has(field))
      .map(([field, inner]) => [field, withoutProfileData(inner)]),
  );
}
