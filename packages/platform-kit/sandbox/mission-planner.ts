import { randomUUID } from 'node:crypto';
import type { Plugin } from './developer-console.ts';
import type { PluginResponse } from './plugin-call.ts';
import { callPlugin } from './plugin-call.ts';

/** A search for capabilities by a term, then one for candidates with the chosen capabilities. */
export type MissionPlannerSearch = { term: string } | { capabilityIds: string[] };

/**
 * Searches with a plugin as a user of the mission planner. Null if the plugin has registered no endpoint for it, so that
 * the planner does not offer it. Contract: Plugin-implemented endpoints; Responses not shown, 8.
 */
export function searchMissionPlanner(
  plugin: Plugin,
  search: MissionPlannerSearch,
): Promise<PluginResponse | null> {
  const address = 'term' in search ? plugin.endpoints.capabilities : plugin.endpoints.candidates;
  return callPlugin(plugin, address, { searchId: randomUUID(), ...search, orgIds: plugin.orgIds });
}
