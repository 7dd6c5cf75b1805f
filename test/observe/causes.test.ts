import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { CERTIFICATES } from '../support/certificates.ts';
import { freePort } from '../support/free-port.ts';
import { as, query } from '../support/gateway.ts';
import { until } from '../support/until.ts';

describe('the log says why a platform cannot be reached', () => {
  /** Runs an operation on a gateway with this platform. @returns its lines about the platform. */
  const linesWith = async (platform: string) => {
    const lines: { msg: string; [field: string]: unknown }[] = [];
    const config = { ...readConfig({ PORT: '0', PLATFORM_URL: platform }), dependencyCheckInterval: 50 };
    const app = await startApp(
      config,
      openLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    );
    try {
      await query(app.url, [], '{ me { id } }', { as: as.student });
      const find = (name: string) => lines.find(({ msg }) => msg === name);
      await until(() => find('upstream') !== undefined && find('dependency down') !== undefined);
      return { call: find('upstream'), dependency: find('dependency down') };
    } finally {
      await app.close();
    }
  };

  it('nothing listens there', async () => {
    const { call, dependency } = await linesWith(`http://127.0.0.1:${await freePort()}`);
    expect(call).toMatchObject({ failure: 'unreachable', cause: 'ECONNREFUSED' });
    expect(dependency).toMatchObject({ dependency: 'platform', cause: 'ECONNREFUSED' });
  });

  it('its name is not known', async () => {
    // Without name servers, a resolver says that it should be asked again.
    const cause = expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/);
    const { call, dependency } = await linesWith('http://platform.invalid');
    expect(call).toMatchObject({ failure: 'unreachable', cause });
    expect(dependency).toMatchObject({ cause });
  });

  it('its certificate is not trusted', async () => {
    const { cert, key } = CERTIFICATES;
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const cause = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
      const { call, dependency } = await linesWith(`https://127.0.0.1:${port}`);
      expect(call).toMatchObject({ failure: 'unreachable', cause });
      expect(dependency).toMatchObject({ cause });
    } finally {
      server.close();
    }
  });
});
