/** The value below which a share of the values are, in any order: 0.5 is the median, 1 the largest. NaN without values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN;
