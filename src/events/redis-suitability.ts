import type { Boundary } from '../lib/boundary.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import { LogUnavailable } from './log.ts';
import { isFailure, type RedisFinding } from './redis-requirements.ts';

export interface RedisSuitabilityOptions {
  clock: Clock;
  boundary: Boundary;
  /** Reads the findings over the current connection. Null: not available yet, check again soon. */
  check(): Promise<readonly RedisFinding[] | null>;
  /** Called before a replica is checked again. */
  onReplica(): void;
  /** Called when Redis is found suitable, after each new connection and after it was unsuitable. */
  onSuitable(): void;
  /** Called when the findings change, with those that are not ok. */
  onFindings(findings: readonly RedisFinding[]): void;
}

/** Milliseconds until a failed check is repeated, and until an unsuitable Redis is checked again. */
const RETRY = 200;
const RECHECK_UNSUITABLE = 1000;
/** Milliseconds between checks of a suitable Redis, whose settings can change while it is connected. */
const RECHECK_SUITABLE = 30_000;

/** Whether the connected Redis meets the gateway's requirements: checked on every connection and while connected. */
export class RedisSuitability {
  readonly #options: RedisSuitabilityOptions;
  #state: 'unchecked' | 'suitable' | 'unsuitable' = 'unchecked';
  /** Number of the current connection: the check of an earlier one says nothing about it. */
  #connection = 0;
  #timer: Timer | undefined;
  /** The findings reported last. */
  #reported = '';

  constructor(options: RedisSuitabilityOptions) {
    this.#options = options;
  }

  get isSuitable(): boolean {
    return this.#state === 'suitable';
  }

  get isUnsuitable(): boolean {
    return this.#state === 'unsuitable';
  }

  /** @throws LogUnavailable unless Redis was found suitable. */
  require(): void {
    if (this.#state !== 'suitable')
      throw new LogUnavailable(this.#state === 'unsuitable' ? 'unsuitable' : 'unreachable', 'refused');
  }

  connected(): void {
    this.#connection += 1;
    this.#begin(this.#connection);
  }

  disconnected(): void {
    this.#connection += 1;
    this.#options.clock.clearTimeout(this.#timer);
    // An unsuitable Redis stays so until a check finds otherwise.
    if (this.#state === 'suitable') this.#state = 'unchecked';
  }

  close(): void {
    this.disconnected();
  }

  #begin(connection: number): void {
    this.#options.boundary.run('redis check', () => this.#check(connection));
  }

  async #check(connection: number): Promise<void> {
    const findings = await this.#options.check().catch(() => null);
    if (connection !== this.#connection) return;
    if (findings) this.#apply(findings);
    const isReplica = findings?.some((finding) => finding.about === 'role' && isFailure(finding));
    const delay = !findings ? RETRY : this.isSuitable ? RECHECK_SUITABLE : RECHECK_UNSUITABLE;
    this.#options.clock.clearTimeout(this.#timer);
    this.#timer = this.#options.clock
      .setTimeout(() => {
        if (isReplica) this.#options.onReplica();
        this.#begin(connection);
      }, delay)
      .unref();
  }

  #apply(findings: readonly RedisFinding[]): void {
    const before = this.#state;
    this.#state = findings.some(isFailure) ? 'unsuitable' : 'suitable';
    if (this.isSuitable && before !== 'suitable') this.#options.onSuitable();
    const notable = findings.filter(({ state }) => state !== 'ok');
    const text = JSON.stringify(notable);
    if (text !== this.#reported && (notable.length > 0 || this.#reported !== '')) {
      this.#reported = text;
      this.#options.onFindings(notable);
    }
  }
}
