import type { History } from '../chaos/history.ts';
import type { Random } from '../support/random.ts';
import type { GatewayProcess } from './gateway-process.ts';
import type { NoteAnswer } from './instance.ts';
import type { SimulatedPlatform } from './platform.ts';
import { ask } from './request.ts';
import type { Host } from './timeline.ts';

/** How an event comes about. */
export type SourceKind =
  /** The platform delivers a change of an ATO request. */
  | 'request'
  /** A notification is sent in another app, and stored. */
  | 'elsewhere'
  /** A notification is sent through the gateway, and not stored. */
  | 'here'
  /** A note is written through the gateway under an idempotency key, and sent again until there is an answer. */
  | 'note';

export interface SourceOptions {
  name: string;
  kind: SourceKind;
  topic: string;
  /** The receiver of notifications. */
  userId: string;
  processes: readonly GatewayProcess[];
  platform: SimulatedPlatform;
  /** Of those who send. */
  host: Host;
  random: Random;
  history: History;
  /** Credentials of the user who sends. */
  senders: readonly string[];
}

type Outcome = 'accepted' | 'uncertain';

/** Milliseconds between two events of a source: the platform orders notifications by milliseconds. */
const PACE = 20;
const RETRY = 100;
/** Requests for one note. */
const ATTEMPTS = 12;

/** Sends events one after the other, and notes what became of each. */
export class Source {
  readonly name: string;
  readonly topic: string;
  readonly kind: SourceKind;
  readonly #options: SourceOptions;
  #number = 0;
  #waiting = 0;
  #isSending = false;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.name = options.name;
    this.topic = options.topic;
    this.kind = options.kind;
    const { history, host } = options;
    history.add({ kind: 'source', at: host.timeline.now, source: this.name, topic: this.topic });
  }

  /** Number of the last event. */
  get last(): number {
    return this.#number;
  }

  get isIdle(): boolean {
    return !this.#isSending && this.#waiting === 0;
  }

  /** Sends another event, after those before. */
  send(): void {
    this.#waiting += 1;
    this.#next();
  }

  #next(): void {
    if (this.#isSending || this.#waiting === 0) return;
    const { history, host, kind } = this.#options;
    this.#isSending = true;
    this.#waiting -= 1;
    this.#number += 1;
    const number = this.#number;
    history.add({ kind: 'sent', at: host.timeline.now, source: this.name, number });
    const done = (outcome: Outcome): void => {
      history.add({ kind: outcome, at: host.timeline.now, source: this.name, number });
      host.after(PACE, () => {
        this.#isSending = false;
        this.#next();
      });
    };
    if (kind === 'request') this.#deliver(number, done);
    else if (kind === 'elsewhere') this.#sendElsewhere(number, done);
    else if (kind === 'note') this.#write(number, done);
    else this.#sendHere(number, done);
  }

  /** To any instance, until one accepts it. */
  #deliver(number: number, done: (outcome: Outcome) => void): void {
    const { host, history } = this.#options;
    const body = { requestId: this.name, status: 'in-progress', providerId: number };
    this.#ask<number>(
      (process) => process.instance?.deliver(body),
      (status) => {
        if (status === 200) return done('accepted');
        host.after(RETRY, () => {
          history.add({ kind: 'retried', at: host.timeline.now, source: this.name, number });
          this.#deliver(number, done);
        });
      },
    );
  }

  #sendElsewhere(number: number, done: (outcome: Outcome) => void): void {
    const { platform, host, userId } = this.#options;
    // A platform that is stopped does it later.
    platform.host.after(0, () => {
      platform.send(userId, `${this.name} ${number}`);
      host.after(0, () => done('accepted'));
    });
  }

  #sendHere(number: number, done: (outcome: Outcome) => void): void {
    const { userId, senders } = this.#options;
    const [sender = ''] = senders;
    this.#ask<boolean>(
      (process) => process.instance?.send(sender, userId, `${this.name} ${number}`),
      (isSent) => done(isSent ? 'accepted' : 'uncertain'),
    );
  }

  /** Under one key, with any token of the user, sometimes twice at once. */
  #write(number: number, done: (outcome: Outcome) => void, attempts = ATTEMPTS): void {
    const { host, history, senders, random } = this.#options;
    const text = `${this.name} ${number}`;
    const askOnce = (onAnswer: (answer: NoteAnswer | null) => void): void => {
      const sender = random.one(senders);
      this.#ask<NoteAnswer>(
        (process) => process.instance?.write(sender, `key of ${text}`, text),
        (answer) => {
          if (answer)
            history.add({
              kind: 'answered',
              at: host.timeline.now,
              text,
              noteId: answer.noteId,
              code: answer.code,
            });
          onAnswer(answer);
        },
      );
    };
    if (random.next() < 0.3) askOnce(() => {});
    askOnce((answer) => {
      if (answer?.noteId) return done('accepted');
      if ((answer && !answer.mayRetry) || attempts === 1) return done('uncertain');
      host.after(RETRY * random.between(1, 20), () => {
        history.add({ kind: 'retried', at: host.timeline.now, source: this.name, number });
        this.#write(number, done, attempts - 1);
      });
    });
  }

  /** Asks any instance. `onAnswer` receives null if there is no response. */
  #ask<Answer>(
    serve: (process: GatewayProcess) => Promise<Answer> | undefined,
    onAnswer: (answer: Answer | null) => void,
  ): void {
    const { processes, random, host } = this.#options;
    const process = random.one(processes);
    ask(process, host, () => serve(process), onAnswer);
  }
}
