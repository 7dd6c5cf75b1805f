/** Where the event log is, with the tags of the tests that need it there. */
export const STORES: readonly ['memory' | 'Redis', string[]][] = [
  ['memory', []],
  ['Redis', ['redis-server']],
];
