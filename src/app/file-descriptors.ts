import type { Config } from '../config/config.ts';

/**
 * File descriptors for everything but clients and the platform: Redis, probes and scrapes, traces, name resolution, files,
 * and a margin.
 */
const RESERVE = 100;

type Settings = Pick<Config, 'connectionLimit' | 'platformConnections' | 'hosts'>;

/** This process's limit of file descriptors; Node has already raised it as far as it may. Null: no limit. */
export function descriptorLimit(): number | null {
  // Without it, the report looks up the names of connected hosts. Node's type declarations omit it.
  Object.assign(process.report, { excludeNetwork: true });
  const report: unknown = process.report.getReport();
  const soft = member(member(member(report, 'userLimits'), 'open_files'), 'soft');
  return typeof soft === 'number' ? soft : null;
}

export const neededDescriptors = (settings: Settings): number =>
  settings.connectionLimit + otherDescriptors(settings);

function otherDescriptors({ platformConnections, hosts }: Settings): number {
  const origins = new Set(Object.values(hosts ?? {}).map((host) => host?.origin));
  origins.delete(undefined);
  return RESERVE + platformConnections * Math.max(1, origins.size);
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
