import type { AssertionRow, BadgeRow } from '../../platform/routes/badge.ts';
import type { Found } from '../../platform/wire.ts';

/** The response to a badge assertion, with its recipient. */
export interface AssertedBadge extends Found<AssertionRow> {
  userId: string;
}

/** The new badge, with the other properties of the response. */
export interface CreatedBadge {
  /** Null: the platform returned no ID. */
  badgeId: string | null;
  /** The input, with the properties that the platform returned. */
  badge: BadgeRow;
  extra: Record<string, unknown>;
}

/** A user with added information. */
export interface UserWithInfo {
  userId: string;
  extra: Record<string, unknown>;
}
