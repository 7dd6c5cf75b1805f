import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { DRILLS } from '../drills/drills.ts';
import { runDrill } from '../drills/run.ts';
import { describeEach } from '../support/describe-each.ts';
import { note } from '../support/fleet-form.ts';
import { operationsOf, ProxiedGateways } from '../support/proxied-gateways.ts';
import { startHaproxy, startNginx } from '../support/reverse-proxy.ts';
import { until } from '../support/until.ts';

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

/** Restarts of an instance, half of them beside busy cores. What is lost once in a thousand connections takes many. */
const RESTARTS = Number(process.env.RESTARTS ?? 8);
/** Operations per second, all of them POST, which no proxy repeats. */
const RATE = 400;
const CLIENTS = 100;

describeEach([
  ['nginx', ['nginx'], startNginx],
  ['HAProxy', ['haproxy'], startHaproxy],
])(
  'two gateways behind %s, restarted one after the other',
  {
    tags: ['slow', 'full', 'redis-server'],
    timeout: 3_600_000,
  },
  (name, startProxy) => {
    it('lose no operation', async () => {
      const gateways = await ProxiedGateways.start(startProxy, { LIMIT_RATE: '0' });
      const clients = Array.from({ length: CLIENTS }, (_, index) =>
        gateways.clientAt(`127.0.1.${index + 1}`),
      );
      const failures: string[] = [];
      const pending = new Set<Promise<void>>();
      let sent = 0;
      const startedAt = performance.now();
      const timer = setInterval(() => {
        for (; sent < ((performance.now() - startedAt) / 1000) * RATE; sent += 1) {
          const client = clients[sent % CLIENTS] ?? expect.fail();
          const operation = client
            .query('{ __typename }')
            .then(
              ({ status }) => void (status === 200 || failures.push(String(status))),
              (error: Error) => void failures.push(error.message),
            )
            .finally(() => pending.delete(operation));
          pending.add(operation);
        }
      }, 5);
      let burners: ChildProcess[] = [];
      try {
        for (let restart = 0; restart < RESTARTS; restart += 1) {
          if (restart === Math.floor(RESTARTS / 2)) burners = busyCores();
          const index = restart % 2 === 0 ? 0 : 1;
          await gateways.restart(index);
          // The proxy has found out that it is back: as long as it has not, the other one is alone.
          await until(async () => (await operationsOf(gateways.processes[index])) > RATE);
        }
      } finally {
        for (const burner of burners) burner.kill('SIGKILL');
        clearInterval(timer);
        await Promise.all(pending);
        await gateways.close();
      }
      note(`restarts behind ${name}`, { restarts: RESTARTS, sent, failures });
      expect(failures).toEqual([]);
    });
  },
);

const busyCores = (): ChildProcess[] =>
  Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
