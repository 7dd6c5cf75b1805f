/** Counts refused callers. */
export interface RefusalObserver {
  /** `rate`: over a rate limit. `load`: the process is overloaded. `connections`: over the connection limit. */
  refused(reason: 'rate' | 'load' | 'connections'): void;
}
