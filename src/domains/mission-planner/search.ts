import { badInput } from '../../graph/errors.ts';
import { type BadgeRow, badgeIdOf, labelOf, type RecordRow } from '../../platform/routes/badge.ts';
import type { Loaders } from '../context.ts';

type BadgeReads = Loaders['badge'];

/** A user who has some of the requested capabilities. */
export interface FoundCandidate {
  userId: string;
  capabilityIds: string[];
  /** Those that the lists of badges contain. */
  capabilities: BadgeRow[];
}

/** Finds badges whose text contains the term, ignoring case. No term: all badges. */
export async function findCapabilities(
  term: string | null | undefined,
  badges: BadgeReads,
): Promise<BadgeRow[]> {
  const text = (term ?? '').trim().toLowerCase();
  const all = [...(await capabilitiesById(badges)).values()];
  if (text === '') return all;
  return all.filter(({ name, type, description, tags }) =>
    [name, type, description, labelOf(tags)].some((value) =>
      String(value ?? '')
        .toLowerCase()
        .includes(text),
    ),
  );
}

/** Finds users with at least one of the badges, those with the most first. */
export async function findCandidates(
  capabilityIds: readonly string[],
  badges: BadgeReads,
): Promise<FoundCandidate[]> {
  if (capabilityIds.length === 0)
    throw badInput(['capabilityIds'], 'REQUIRED', 'must contain at least one capability.');
  const [known, records] = await Promise.all([capabilitiesById(badges), badges.records.load({})]);
  const requested = [...new Set(capabilityIds)];
  const candidates = await Promise.all(
    records.map(async ({ userId, row }) => {
      const badgeIds = await readBadgeIds(userId, row, badges);
      const found = requested.filter((id) => badgeIds.has(id));
      const capabilities = found.flatMap((id) => known.get(id) ?? []);
      return found.length === 0 ? [] : [{ userId, capabilityIds: found, capabilities }];
    }),
  );
  return candidates.flat().sort((one, other) => other.capabilityIds.length - one.capabilityIds.length);
}

/** IDs of a user's badges: from the record if it lists them, else from the user's assertions, in batched calls. */
async function readBadgeIds(
  userId: string,
  { badgeIds }: RecordRow,
  badges: BadgeReads,
): Promise<Set<string | null>> {
  if (badgeIds) return new Set(badgeIds.map(String));
  const assertions = await badges.assertions.load(userId);
  return new Set(assertions.map(({ row }) => (row.badgeId == null ? null : String(row.badgeId))));
}

async function capabilitiesById(badges: BadgeReads): Promise<Map<string, BadgeRow>> {
  const lists = await Promise.all([badges.courseBadges.load({}), badges.objectiveBadges.load({})]);
  const byId = new Map<string, BadgeRow>();
  for (const badge of lists.flat()) {
    const id = badgeIdOf(badge);
    if (id !== null) byId.set(id, badge);
  }
  return byId;
}
