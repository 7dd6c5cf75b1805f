import type { Config } from '../config/config.ts';
import { isRecord } from '../lib/is-record.ts';
import type { Log } from '../telemetry/log.ts';

/**
 * File descriptors for everything but clients and the platform: Redis, probes and scrapes, traces, name resolution, files,
 * and a margin.
 */
const RESERVE = 100;

type Settings = Pick<Config, 'connectionLimit' | 'platformConnections' | 'hosts'>;

/** This process's limit of file descriptors; Node has already raised it as far as it may, and it stays. Null: no limit. */
export const descriptorLimit: number | null = readDescriptorLimit();

function readDescriptorLimit(): number | null {
  // Without it, the report looks up the names of connected hosts. Node's type declarations omit it.
  Object.assign(process.report, { excludeNetwork: true });
  const report: unknown = process.report.getReport();
  const soft = member(member(member(report, 'userLimits'), 'open_files'), 'soft');
  return typeof soft === 'number' ? soft : null;
}

/**
 * The number of client connections that leave descriptors for everything else. Without a free descriptor, Linux accepts no
 * connection on any port, and Node reports no error: probes would fail although the gateway is only at its limit.
 */
export function connectionsWithin(
  limit: number | null,
  settings: Settings,
): { connections: number; limitedBy: 'limit' | 'descriptors' } {
  const { connectionLimit } = settings;
  if (limit === null || neededDescriptors(settings) <= limit)
    return { connections: connectionLimit, limitedBy: 'limit' };
  // The platform rarely uses all of its share at the same time, so clients get a quarter in any case.
  const left = Math.max(limit - otherDescriptors(settings), Math.floor(limit / 4));
  return { connections: Math.min(connectionLimit, left), limitedBy: 'descriptors' };
}

/** Warns if the limit of file descriptors is too low for the settings. */
export function warnOfDescriptorLimit(settings: Settings, log: Log): void {
  const { connections, limitedBy } = connectionsWithin(descriptorLimit, settings);
  if (limitedBy === 'limit') return;
  log.warn(
    { limit: descriptorLimit, needed: neededDescriptors(settings), connections },
    'file descriptor limit too low: raise it (ulimit -n) to what is needed, or lower LIMIT_CONNECTIONS',
  );
}

export const neededDescriptors = (settings: Settings): number =>
  settings.connectionLimit + otherDescriptors(settings);

function otherDescriptors({ platformConnections, hosts }: Settings): number {
  const origins = new Set(Object.values(hosts ?? {}).map((host) => host?.origin));
  origins.delete(undefined);
  return RESERVE + platformConnections * Math.max(1, origins.size);
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
