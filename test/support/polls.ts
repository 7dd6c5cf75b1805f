import type { FakeClock } from './fake-clock.ts';
import type { TestGateway } from './gateway.ts';

/** Milliseconds, in which several polls are due at the intervals of the tests. */
const SEVERAL_POLLS = 5000;

/** Waits until several polls would have been due without one, by a clock whose time flows. */
export async function untilQuiet(
  { requests }: Pick<TestGateway, 'requests'>,
  clock: FakeClock,
): Promise<void> {
  const polls = () => requests.filter(({ path }) => path === '/notifications/v1').length;
  let count = -1;
  let quietSince = clock.monotonic();
  await clock.until(() => {
    if (polls() !== count) {
      count = polls();
      quietSince = clock.monotonic();
    }
    return clock.monotonic() - quietSince > SEVERAL_POLLS;
  });
}
