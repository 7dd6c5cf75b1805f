import type { AssertionRow } from '../../platform/routes/badge.ts';
import type { Found } from '../../platform/wire.ts';
import type { KnownBadge } from './loaders.ts';

/** The answer to a badge that was given, and to whom. */
export interface AssertedBadge extends Found<AssertionRow> {
  userId: string;
}

/** The new badge, and what the platform sent beside it. */
export interface CreatedBadge {
  badge: KnownBadge | null;
  extra: Record<string, unknown>;
}
