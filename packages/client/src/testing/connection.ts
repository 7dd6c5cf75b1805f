import { badInput } from './argument-rules.ts';

/** The page of a list that `first` and `after` select: all of it without `first`, which most fields default. */
export function pageOf(
  items: readonly unknown[],
  { first, after }: { first?: unknown; after?: unknown },
  edgeOf: (node: unknown) => Record<string, unknown> = (node) => ({ node }),
): Record<string, unknown> {
  const size = first ?? Number.POSITIVE_INFINITY;
  if (typeof size !== 'number' || size < 0 || (first != null && size > 100))
    throw badInput(['first'], 'must be between 0 and 100.', 'OUT_OF_RANGE', { minimum: 0, maximum: 100 });
  const start =
    typeof after === 'string' ? Number(/^fixture-item-(\d+)$/.exec(after)?.[1] ?? Number.NaN) + 1 : 0;
  if (Number.isNaN(start)) throw badInput(['after'], 'is not a cursor of this list.', 'INVALID');
  const edges = items
    .slice(start, start + size)
    .map((node, index) => ({ ...edgeOf(node), cursor: `fixture-item-${start + index}` }));
  return {
    edges,
    nodes: edges.map((edge) => ('node' in edge ? edge.node : null)),
    totalCount: items.length,
    pageInfo: {
      hasNextPage: start + edges.length < items.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
