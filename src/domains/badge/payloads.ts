import type { AssertionRow, BadgeRow } from '../../platform/routes/badge.ts';
import type { Found } from '../../platform/wire.ts';

/** The response to a badge assertion, with its recipient. */
export interface AssertedBadge extends Found<AssertionRow> {
  userId: string;
}

/** The new badge, with the other properties of the response. */
export interface CreatedBadge {
  badge: BadgeRow | null;
  extra: Record<string, unknown>;
}
