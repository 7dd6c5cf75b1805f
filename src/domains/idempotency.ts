import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { asJson, fingerprint, type JsonObject } from '../events/json.ts';
import type { KeyedOutcome } from '../events/keyed-writes.ts';
import { chargeStored, mayHaveHappened, rejectUnavailable } from '../events/streamed-write.ts';
import { GatewayError } from '../graph/errors.ts';
import { checkOf, isRepeatable, type Recorded, type Repeat } from '../graph/repeatable.ts';
import { isRecord } from '../lib/is-record.ts';
import { isStorableId } from '../platform/storable.ts';
import type { Context } from './context.ts';

/** Size of the record of a write in the store, in bytes. */
const RECORD_BYTES = 600;
/** Minimum `retryAfterMs` while the write is running, in milliseconds. */
const LEAST_RETRY = 100;

/** A mutation that takes an idempotency key. */
export interface KeyedMutation<Input, Result> {
  /** Name of the field. */
  readonly field: string;
  /** The read that shows whether it took effect. */
  readonly check: string;
  readonly repeat: Repeat<Input, Result>;
}

/**
 * Wraps each mutation with `@acceptsKey` to accept an idempotency key: a repeated request with the same key returns the recorded
 * result.
 * @throws Error if such a field's resolver is not `repeatable`, or another's is.
 */
export function acceptKeys(schema: GraphQLSchema, resolvers: readonly object[]): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const check = checkOf(schema, field);
    const declared = resolvers.map((types) => mutationIn(types, field.name)).find(isRepeatable);
    if ((check === null) !== (declared === undefined))
      throw new Error(`Mutation.${field.name} needs both \`@acceptsKey\` and \`repeatable\`, or neither.`);
    const { resolve } = field;
    if (check === null || !declared || !resolve) continue;
    const mutation: KeyedMutation<unknown, unknown> = { field: field.name, check, repeat: declared.repeat };
    field.resolve = (source, args, context: Context, info: GraphQLResolveInfo) => {
      const key = context.keys?.get(String(info.path.key));
      const write = () => resolve(source, args, context, info);
      return key === undefined ? write() : writeOnce(mutation, key, args.input, context, async () => write());
    };
  }
}

const mutationIn = (types: object, name: string): unknown =>
  'Mutation' in types && isRecord(types.Mutation) ? types.Mutation[name] : undefined;

/**
 * Makes a write under an idempotency key, or returns the result of the earlier one with that key.
 * @throws GatewayError IN_PROGRESS, OUTCOME_UNKNOWN, BAD_USER_INPUT for a key that belongs to another write,
 *   EVENT_LOG_UNAVAILABLE before the write; the failure of identifying the caller; the errors of `write`.
 */
export async function writeOnce<Input, Result>(
  { field, check, repeat }: KeyedMutation<Input, Result>,
  key: string,
  input: Input,
  context: Context,
  write: () => Promise<Result>,
): Promise<Result> {
  const { events, platform, plugin, loaders, account } = context;
  const readUserId = async (): Promise<string> => String((await loaders.user.own.load()).userId);
  const caller = await events.callers.of(platform.credential, plugin, readUserId).catch(rejectUnavailable);
  // The write fails as it does without a key.
  if (caller === null) return write();
  chargeStored(account, RECORD_BYTES);
  const [keyHash, use] = await Promise.all([
    events.callers.hash('key', key),
    events.callers.hash('use', field, fingerprint(asJson(input))),
  ]).catch(rejectUnavailable);
  const name = { caller, key: keyHash, fingerprint: use };
  const isRefused = (error: unknown): boolean => !mayHaveHappened(error);
  const record = (result: Result): JsonObject => storable(repeat.record?.(result) ?? {});
  const outcome = await events.keyedWrites
    .once(name, platform.deadline, write, isRefused, record)
    .catch(rejectUnavailable);
  if (outcome.status === 'written') return outcome.result;
  // Otherwise the platform has not been called, which would have checked the token.
  if (platform.credential.kind === 'user') await loaders.auth.requireSession('user');
  if (outcome.status === 'repeated') return repeat.again(recordedIn(outcome.recorded), input);
  throw refusal(outcome, check);
}

/** IDs, times and flags. */
const storable = (recorded: Recorded): JsonObject =>
  Object.fromEntries(
    Object.entries(recorded).map(([name, value]) => [
      name,
      typeof value === 'boolean' || isStorableId(value) ? value : null,
    ]),
  );

const recordedIn = (json: JsonObject): Recorded =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'boolean' ? value : null,
    ]),
  );

function refusal(
  outcome: Exclude<KeyedOutcome<unknown>, { status: 'written' | 'repeated' }>,
  check: string,
): GatewayError {
  switch (outcome.status) {
    case 'running':
      return new GatewayError(
        'IN_PROGRESS',
        'An earlier request with this idempotency key is still running: send it again with the same key.',
        { retryAfterMs: Math.max(LEAST_RETRY, Math.ceil(outcome.msLeft)) },
      );
    case 'unknown':
      return new GatewayError(
        'OUTCOME_UNKNOWN',
        `The outcome of an earlier request with this idempotency key is unknown. To find out, ${check}; if it had no effect, send it with a new key.`,
      );
    case 'reused':
      return new GatewayError(
        'BAD_USER_INPUT',
        'This idempotency key belongs to an earlier request with another field or other arguments: use a new key for each action.',
        { invalid: 'KEY_REUSED' },
      );
  }
}
