import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { AddressedClient } from './addressed-client.ts';
import { metricsUrlIn } from './announced.ts';
import { CERTIFICATES } from './certificates.ts';
import { LIMITED } from './process-environment.ts';
import { type ProductionGateway, startProduction } from './production.ts';
import { type StartReverseProxy, startHaproxy, startNginx } from './reverse-proxy.ts';

const ATTACKER = join(import.meta.dirname, 'attacker.ts');

/** The proxies that gateways are attacked through, with the tags of their tests. */
export const PROXIES: readonly (readonly [string, readonly string[], StartReverseProxy])[] = [
  ['nginx', ['nginx'], startNginx],
  ['HAProxy', ['haproxy'], startHaproxy],
];

/** A gateway, and how clients reach it. */
export interface Target {
  gateway: ProductionGateway;
  /** Where clients connect. */
  url: string;
  /** Another client than the attacker. */
  client: AddressedClient;
  clientAt(address: string): AddressedClient;
}

/** A gateway of its own with the default limits. @param startProxy null: attacked itself. */
export async function startTarget(
  startProxy: StartReverseProxy | null,
  environment: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const gateway = await startProduction({
    environment: {
      TRUST_PROXY: startProxy ? '127.0.0.1' : 'none',
      METRICS_PORT: '0',
      ...LIMITED,
      LOG_LEVEL: 'info',
      NODE_OPTIONS: '--max-old-space-size=512',
      ...environment,
    },
  });
  onTestFinished(gateway.close);
  const port = { port: gateway.port, statusPort: Number(new URL(metricsUrlIn(gateway.output())).port) };
  // Both names lead to this one, so that nothing is left to the other.
  const proxy = startProxy && (await startProxy([port, port]));
  if (proxy) onTestFinished(proxy.close);
  const { url } = proxy ?? gateway;
  const ca = readFileSync(CERTIFICATES.ca, 'utf8');
  const clientAt = (address: string): AddressedClient => {
    const client = new AddressedClient(url, address, ca);
    onTestFinished(() => client.close());
    return client;
  };
  return { gateway, url, client: clientAt('127.0.0.1'), clientAt };
}

/**
 * Attacks a gateway, or the proxy in front of it (`https:`), from a process of its own.
 * @param name of an attack in `attacker.ts`.
 * @param duration in milliseconds.
 * @param secrets what the attack needs: tokens, or a cursor.
 * @returns how many requests or messages it sent, and how many connections were refused.
 */
export async function startAttacker(
  name: string,
  url: string,
  duration: number,
  secrets: readonly string[] = [],
): Promise<{ sent: number; refused: number }> {
  const { port, protocol } = new URL(url);
  const child = spawn(process.execPath, [
    ATTACKER,
    name,
    port,
    String(duration),
    protocol === 'https:' ? 'tls' : 'tcp',
    secrets.join(','),
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [output, problems] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (output === '') throw new Error(`the attacker ended early: ${problems}`);
  return JSON.parse(output);
}
