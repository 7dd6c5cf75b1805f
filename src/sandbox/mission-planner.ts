import { randomUUID } from 'node:crypto';
import type { Plugin } from './developer-console.ts';
import type { PluginAnswer } from './plugin-call.ts';
import { callPlugin } from './plugin-call.ts';

/** A search for capabilities by a term, then one for the candidates who have the chosen ones. */
export type MissionPlannerSearch = { term: string } | { capabilityIds: string[] };

/**
 * What happens when a user searches in the mission planner: null when the plugin registered no endpoint for
 * it, and so is no option there. Contract: Plugin-implemented endpoints; Responses not shown, 8.
 */
export function searchMissionPlanner(
  plugin: Plugin,
  search: MissionPlannerSearch,
): Promise<PluginAnswer | null> {
  const address = 'term' in search ? plugin.endpoints.capabilities : plugin.endpoints.candidates;
  return callPlugin(plugin, address, { searchId: randomUUID(), ...search, orgIds: plugin.orgIds });
}
