import type { AssertionRow } from '../../platform/routes/badge.ts';
import type { Found } from '../../platform/wire.ts';
import type { KnownBadge } from './loaders.ts';

/** The response to a badge assertion, with its recipient. */
export interface AssertedBadge extends Found<AssertionRow> {
  userId: string;
}

/** The new badge, with the other properties of the response. */
export interface CreatedBadge {
  badge: KnownBadge | null;
  extra: Record<string, unknown>;
}
