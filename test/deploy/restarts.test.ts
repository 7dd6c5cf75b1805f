import { describe, expect, it } from 'vitest';
import { DRILLS } from '../drills/drills.ts';
import { runDrill } from '../drills/run.ts';
import { startNginx } from '../support/reverse-proxy.ts';

const CAUSES = /^(a rolling restart|an instance that (is killed|hangs))/;

describe('two gateways with traffic behind a proxy', { tags: ['full', 'redis-server'] }, () => {
  for (const [name, drill] of Object.entries(DRILLS).filter(([name]) => CAUSES.test(name)))
    it(`lose no event, and no more operations than expected, in ${name}`, {
      tags: ['slow', drill.proxy === startNginx ? 'nginx' : 'haproxy'],
      timeout: 300_000,
    }, async () => {
      expect(await runDrill(name, drill, false)).toBe(true);
    });
});
