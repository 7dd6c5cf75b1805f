/** The gateway's address in its output: in words, or in a line of the log. Undefined: not yet announced. */
export const urlIn = (output: string): string | undefined =>
  /(?:The graph is at |"graph":")(http:[^\s"]+)\/graphql/.exec(output)?.[1];

/** The address of its metrics. Empty: none. */
export const metricsUrlIn = (output: string): string =>
  /(?:Metrics are at |"metrics":")([^\s"]+)/.exec(output)?.[1] ?? '';
