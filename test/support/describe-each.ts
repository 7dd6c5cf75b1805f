import { describe, type SuiteOptions } from 'vitest';

/** `describe.each` for rows that begin with their name, which replaces `%s`, and with tags that their tests have as well. */
export function describeEach<Row extends readonly unknown[]>(
  rows: readonly (readonly [name: string, tags: readonly string[], ...row: Row])[],
) {
  return (title: string, options: SuiteOptions, body: (name: string, ...row: Row) => void): void => {
    for (const [name, tags, ...row] of rows)
      describe(title.replace('%s', name), { ...options, tags: [options.tags ?? [], tags].flat() }, () =>
        body(name, ...row),
      );
  };
}
