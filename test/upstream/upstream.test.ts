import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Runs a program. @returns its exit status and what it wrote before. */
const run = (program: URL): Promise<{ status: number | null; stderr: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [fileURLToPath(program)], (_error, _stdout, stderr) =>
      resolve({ status: child.exitCode, stderr }),
    );
  });

/** If one of these fails, its package has been mended: remove the patch in the file that the title names. */
describe('still ends the process', () => {
  it('ws, with a malformed frame (transports/websocket/client-socket.ts)', async () => {
    const { status, stderr } = await run(new URL('ws-malformed-frame.ts', import.meta.url));
    expect(stderr).toMatch(/TypeError[\s\S]*ws\/lib\/receiver\.js/);
    expect(status).toBe(1);
  });

  it('ioredis, with a reply that no command waits for (events/redis/connection.ts)', async () => {
    const { status, stderr } = await run(new URL('ioredis-null-reply.ts', import.meta.url));
    expect(stderr).toMatch(/TypeError[\s\S]*ioredis\/built\/DataHandler\.js/);
    expect(status).toBe(1);
  });
});
