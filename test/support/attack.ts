import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const ATTACKER = join(import.meta.dirname, 'attacker.ts');

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
