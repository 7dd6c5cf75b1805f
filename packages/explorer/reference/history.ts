/** A change of the graph that clients can notice. */
export interface SchemaChange {
  /** Schema coordinate, as in `Query.course` or `Query.course.id` for an argument. */
  path: string;
  kind: 'added' | 'removed' | 'changed' | 'deprecated';
  /** Whether existing documents may fail. */
  breaking: boolean;
  message: string;
}

/** The changes of the graph, by day, newest first. */
export interface SchemaHistory {
  /** The day of the first version. */
  since: string;
  days: readonly { date: string; changes: readonly SchemaChange[] }[];
}

/** The changes of a type or field, and of its members, each with its day. */
export const changesOf = (
  { days }: SchemaHistory,
  coordinate: string,
): readonly (SchemaChange & { date: string })[] =>
  days.flatMap(({ date, changes }) =>
    changes
      .filter(({ path }) => path === coordinate || path.startsWith(`${coordinate}.`))
      .map((change) => ({ ...change, date })),
  );
