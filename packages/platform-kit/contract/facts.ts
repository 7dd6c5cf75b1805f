/** The contract's facts beyond its routes and resources, as data. Addresses remain placeholders. */

import type { Host } from './vocabulary.ts';

/** The address of each host. Null: the contract names no separate sandbox address. */
export const HOSTS: Readonly<Record<Host, { production: string; sandbox: string | null }>> = {
  base: { production: '{base_url}', sandbox: '{sandbox_base_url}' },
  notes: { production: '{notes_base_url}', sandbox: null },
  push: { production: '{base_url}', sandbox: '{push_sandbox_base_url}' },
};

/** The numeric limits. The number of an app's buckets is limited only by the app's storage. */
export const LIMITS = {
  randomUsersMaximum: 25,
  courseListDefaultLimit: 10,
  classListDefaultLimit: 10,
  courseListDefaultPage: 1,
  codeVerifierMinLength: 43,
  codeVerifierMaxLength: 128,
} as const;

/** Exactly as in the contract. `.-_` is a range here: it covers `.` to `_` and excludes `-`. */
export const CODE_VERIFIER_PATTERN = '^([A-Za-z0-9.-_~]){43,128}$';

export const RESPONSE_TYPES = ['code', 'implicit'] as const;
export const CODE_CHALLENGE_METHOD = 'S256';
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** Transitions are not shown. */
export const ATO_STATUSES = [
  'not-started',
  'in-progress',
  'action-required',
  'under-review',
  'completed',
] as const;

export const ATO_ALERT_TYPES = ['info', 'success', 'warning', 'error'] as const;
export const ATO_ALERT_TYPE_DEFAULT = 'info';

/** Kinds of resources in xAPI v2 statements, for object types and extension IDs. */
export const XAPI_KINDS = [
  'course',
  'lesson',
  'lesson-result',
  'objective',
  'badge',
  'student',
  'education-class',
  'user',
] as const;

/** xAPI v1 also accepts any other verb; statements with the same verb are grouped. */
export const XAPI_V1_PRESET_VERBS = [
  'Correct Item Selected',
  'Incorrect Item Selected',
  'Perfect Sequence',
  'Repeated Steps',
] as const;
