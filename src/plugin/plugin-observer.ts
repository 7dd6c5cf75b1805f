/** Counts the calls of the platform. */
export interface PluginObserver {
  /** @param endpoint its path. @param status HTTP status of the response. */
  call(endpoint: string, status: number): void;
}
