/** Paths of the endpoints that the platform calls. */
export const PLUGIN_PATHS = {
  atoRequests: '/plugin/ato/requests',
  atoDistributions: '/plugin/ato/distributions',
  capabilities: '/plugin/mission-planner/capabilities',
  candidates: '/plugin/mission-planner/candidates',
} as const;
