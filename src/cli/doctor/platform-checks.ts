import { exchange } from 'learning-platform-kit/conformance/exchange';
import type { Config } from '../../config/config.ts';
import { offsetIn } from '../../platform/clock-offset.ts';
import { type CheckResult, failure, ok, skipped, warning } from './result.ts';

type ConfiguredHosts = NonNullable<Config['hosts']>;
type HostName = keyof ConfiguredHosts;

/** Maximum milliseconds to wait for a response of the platform. */
export const PATIENCE = 2000;
/** Clock offsets in milliseconds: the gateway corrects those above the first; its lists overlap by the second. */
const NOTICEABLE_OFFSET = 5000;
const MAX_OFFSET = 60_000;

const VARIABLE: Record<HostName, string> = {
  platform: 'PLATFORM_URL',
  notes: 'PLATFORM_NOTES_URL',
  push: 'PLATFORM_PUSH_URL',
};

/** Requests the root of each configured host: any response proves that it is reachable, and has the time. */
export async function checkPlatform({ hosts, platformTimeout }: Config): Promise<CheckResult[]> {
  if (!hosts) return [skipped('platform', 'PLATFORM_URL is not set: the embedded platform is used')];
  const timeout = Math.min(platformTimeout, PATIENCE);
  const visits = await Promise.all([
    visit('platform', hosts, timeout),
    visit('notes', hosts, timeout),
    visit('push', hosts, timeout),
  ]);
  // The push host sets the dates of notifications.
  const offset = visits[2].offset ?? visits[0].offset;
  return [...visits.map(({ result }) => result), checkClock(offset)];
}

interface HostVisit {
  result: CheckResult;
  /** How far the host's clock is ahead, in milliseconds. Null: not known. */
  offset: number | null;
}

async function visit(name: HostName, hosts: ConfiguredHosts, timeout: number): Promise<HostVisit> {
  const check = `${name} host`;
  const host = hosts[name];
  if (!host) return { result: skipped(check, `${VARIABLE[name]} is not set`), offset: null };
  const response = await exchange(
    { url: `${host.origin}/`, method: 'GET', headers: {}, body: null },
    { timeout, responseLimit: 1_000_000 },
  );
  if (response.kind === 'failed') {
    const remedy = `check ${VARIABLE[name]}, the network and the certificate of the host`;
    return { result: failure(check, response.reason, remedy), offset: null };
  }
  const { status, date, latencyMs } = response;
  const offset = date === null ? null : offsetIn({ date, receivedAt: Date.now(), roundTrip: latencyMs });
  const found = `responds with ${status} in ${latencyMs} ms`;
  if (status < 500) return { result: ok(check, found), offset };
  return {
    result: warning(check, found, `check ${VARIABLE[name]}, and ask the platform's operators`),
    offset,
  };
}

function checkClock(offset: number | null): CheckResult {
  const check = 'clock';
  if (offset === null) return skipped(check, 'the platform sent no date to compare with');
  const seconds = Math.round(Math.abs(offset) / 1000);
  if (Math.abs(offset) < NOTICEABLE_OFFSET) return ok(check, `within ${seconds + 1} s of the platform's`);
  const found = `this machine's clock is ${seconds} s ${offset > 0 ? 'behind' : 'ahead of'} the platform's`;
  const remedy = 'synchronize it, for example with NTP';
  return Math.abs(offset) < MAX_OFFSET ? warning(check, found, remedy) : failure(check, found, remedy);
}
