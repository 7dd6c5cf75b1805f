import { block } from '../../support/block.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { freePort } from '../../support/free-port.ts';
import { as, startGateway, type TestGateway, type TestGatewayOptions } from '../../support/gateway.ts';
import { know } from '../../support/known-users.ts';
import { until } from '../../support/until.ts';
import type { Place } from './refusals.ts';

/** Milliseconds. */
const LAG = 20;
/** Milliseconds between measurements of the lag. */
const MEASURED = 250;

const gateway = async (
  options: TestGatewayOptions,
  prepare: (gateway: TestGateway) => Promise<unknown>,
): Promise<Place> => {
  const started = await startGateway(options);
  await prepare(started);
  return { url: `${started.url}/graphql`, close: () => started.close() };
};

/** What opens the place of a refusal, by its name. Any other gateway refuses the others. */
export const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'the rate limit': () =>
    gateway({ environment: { LIMIT_RATE: '1' }, clock: new FakeClock() }, async (started) => {
      await know(started, as.student);
      await started.query('{ __typename }', { as: as.student });
    }),
  'an overloaded gateway': () => {
    const clock = new FakeClock();
    return gateway({ environment: { LIMIT_LAG: String(LAG) }, clock }, (started) =>
      until(async () => {
        for (let times = 0; times < 2; times += 1) {
          block(3 * LAG);
          await clock.advance(MEASURED);
        }
        return (await started.query('{ __typename }')).status === 503;
      }),
    );
  },
  'nobody at the address': async () => ({
    url: `http://127.0.0.1:${await freePort()}/graphql`,
    close: async () => {},
  }),
};
