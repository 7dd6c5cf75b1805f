import { LIMITS } from '../contract/facts.ts';
import { badRequest } from './refusal.ts';
import { integerOf } from './values.ts';

const DEFAULT_LIMIT = LIMITS.courseListDefaultLimit;
const MAXIMUM_LIMIT = 100;

/** The requested page of a list. */
interface Window {
  page: number;
  limit: number;
}

/**
 * Reads `page` and `limit`. A limit above 100 is reduced to 100, as the `limit` in the response shows.
 * Contract: Limits (defaults; the maximum is not shown).
 */
export function windowOf(values: { page?: number | string; limit?: number | string }): Window {
  const page = integerOf('page', values.page ?? 1);
  const limit = integerOf('limit', values.limit ?? DEFAULT_LIMIT);
  if (page < 1) throw badRequest('page must be at least 1');
  if (limit < 1) throw badRequest('limit must be at least 1');
  return { limit: Math.min(limit, MAXIMUM_LIMIT), page };
}

export function itemsOf<Item>(items: readonly Item[], { page, limit }: Window): Item[] {
  return items.slice((page - 1) * limit, page * limit);
}

/** The full paged list wrapper. Contract: Resources, Paged list wrapper. */
export function pageOf<Item>(items: readonly Item[], window: Window) {
  return {
    docs: itemsOf(items, window),
    total: items.length,
    ...window,
    pages: Math.max(1, Math.ceil(items.length / window.limit)),
  };
}
