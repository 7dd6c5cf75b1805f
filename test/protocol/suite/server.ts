import { expect, Failure } from './failure.ts';
import { callHook } from './hook.ts';
import type { HookName, Settings } from './settings.ts';
import { errorsIn, recordOf } from './stream.ts';

const ME = '{ me { id } }';
const SIGN_OUT = 'mutation { signOut { signedOut } }';
const SEND = `mutation ($input: SendNotificationInput!) {
  sendNotification(input: $input) { streamed }
}`;

/** The server under test, by its graph and its hooks. */
export class Server {
  readonly settings: Settings;
  #receiver: Promise<string> | null = null;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Sends the user a notification. `persist`: whether the platform stores it. */
  async send(text: string, persist = false): Promise<void> {
    this.#receiver ??= this.#userId();
    const input = { receiverId: await this.#receiver, text, persist };
    const data = await this.#query(bearer(this.settings.senderToken), SEND, { input });
    const { streamed } = recordOf(data.sendNotification);
    expect(persist || streamed === true, 'a notification was sent but not streamed');
  }

  async signOut(token: string): Promise<void> {
    await this.#query(bearer(token), SIGN_OUT);
  }

  /** Calls a hook of which it is known that there is one. */
  hook(name: HookName): Promise<string> {
    const hook = this.settings.hooks[name];
    if (hook === undefined) throw new Failure(`there is no hook "${name}"`);
    return callHook(hook);
  }

  async #userId(): Promise<string> {
    const { id } = recordOf((await this.#query(bearer(this.settings.userToken), ME)).me);
    expect(typeof id === 'string', 'the user token is of no user');
    return id;
  }

  async #query(
    authorization: string,
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
  ): Promise<Record<string, unknown>> {
    const response = await fetch(this.settings.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = recordOf(await response.json());
    const [error] = errorsIn(errors);
    if (error) throw new Failure(`an operation of the suite failed: ${error.message}`);
    return recordOf(data);
  }
}

export const bearer = (token: string): string => `Bearer ${token}`;
