/** A requirement is not met; the message says what was expected and what the server did. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** @throws Failure unless the condition holds. */
export function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Failure(message);
}

/** @throws Failure unless both have the same JSON form. */
export function expectSame(actual: unknown, expected: unknown, subject: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted)
    throw new Failure(`${subject}: expected ${shortened(wanted)}, got ${shortened(found)}`);
}

const LONGEST = 400;

const shortened = (text: string | undefined): string =>
  text === undefined || text.length <= LONGEST ? `${text}` : `${text.slice(0, LONGEST)}…`;

/** @throws Failure if the promise does not settle in time. */
export async function within<Value>(
  milliseconds: number,
  promise: Promise<Value>,
  awaited: string,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Failure(`${awaited} did not arrive within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
