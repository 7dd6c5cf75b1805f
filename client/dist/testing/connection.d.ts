/** The page of a list that `first` and `after` select. */
export declare function pageOf(items: readonly unknown[], { first, after }: {
    first?: unknown;
    after?: unknown;
}, edgeOf?: (node: unknown) => Record<string, unknown>): Record<string, unknown>;
