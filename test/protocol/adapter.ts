import type {
  Adapter,
  Credential,
  Hooks,
  Session,
} from '../../packages/resumable-subscriptions/src/index.ts';

/** The subscription of most checks. */
export const NOTIFICATIONS = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor replayed gap { reason } notification { text } }
}`;

const SIGN_OUT = 'mutation { signOut { extra } }';
const SEND = `mutation ($input: SendNotificationInput!) {
  sendNotification(input: $input) { streamed }
}`;
const HOOKS = [
  'incomplete',
  'trim',
  'replace',
  'rekey',
  'restart',
  'failOver',
  'outage',
  'recovery',
] as const;

/** The causes that the outside lacks, and the one that prints a new token of the user. */
export type CauseName = (typeof HOOKS)[number] | 'token';
export const CAUSES: readonly CauseName[] = [...HOOKS, 'token'];

export interface GatewayAccess {
  /** Access token of the user whose stream is read. */
  userToken: string;
  /** Access token of another user, who sends the notifications. */
  senderToken: string;
  /** ID and secret of a plugin. Null: what needs another stream is skipped. */
  plugin: string | null;
  /** Causes by name, each a function or absent. `token` returns a new access token of the user. */
  causes: Readonly<Partial<Record<CauseName, () => Promise<string>>>>;
  limits?: NonNullable<Adapter['limits']>;
  keepAlive?: number;
}

/** The gateway as the suite sees it: an ordinary client that reads a user's notifications and sends them as another. */
export function gatewayAdapter(url: string, access: GatewayAccess): Adapter {
  const { userToken, senderToken, plugin, causes, limits, keepAlive } = access;
  const graph = new Graph(url);
  let receiver: Promise<string> | null = null;
  const send = async (text: string, persist: boolean): Promise<void> => {
    receiver ??= graph.userId(userToken);
    const input = { receiverId: await receiver, text, persist };
    const { streamed } = recordOf((await graph.query(senderToken, SEND, { input })).sendNotification);
    if (!persist && streamed !== true) throw new Error('a notification was sent but not streamed');
  };
  const { token } = causes;
  return {
    server: 'learning platform gateway',
    subscription: NOTIFICATIONS,
    credential: bearer(userToken),
    textOf: ({ notificationReceived, item }) => {
      const { text } = recordOf(recordOf(notificationReceived ?? item).notification);
      return typeof text === 'string' ? text : null;
    },
    send: (text) => send(text, false),
    sendStored: (text) => send(text, true),
    otherSelection: `subscription Other($after: String) {
      item: notificationReceived(after: $after) { notification { id text } cursor }
    }`,
    withoutCursor: 'subscription { notificationReceived { notification { text } } }',
    otherCaller: bearer(senderToken),
    invalidCredential: bearer('unknown-token'),
    ...(plugin !== null && {
      otherStream: {
        query: 'subscription { atoRequestChanged { cursor } }',
        credential: authorization(`Basic ${Buffer.from(plugin).toString('base64')}`),
      },
    }),
    ...(token && {
      newSession: async (): Promise<Session> => {
        const newToken = await token();
        return {
          credential: bearer(newToken),
          end: async () => {
            await graph.query(newToken, SIGN_OUT);
          },
        };
      },
    }),
    hooks: hooksIn(causes),
    ...(limits && { limits }),
    ...(keepAlive !== undefined && { keepAlive }),
  };
}

const hooksIn = (causes: GatewayAccess['causes']): Hooks =>
  Object.fromEntries(HOOKS.flatMap((name) => (causes[name] ? [[name, causes[name]]] : [])));

const bearer = (token: string): Credential => authorization(`Bearer ${token}`);

const authorization = (value: string): Credential => ({
  headers: { authorization: value },
  connectionParams: { authorization: value },
});

/** Operations of the suite itself. */
class Graph {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async userId(token: string): Promise<string> {
    const { id } = recordOf((await this.query(token, '{ me { id } }')).me);
    if (typeof id !== 'string') throw new Error('the user token is of no user');
    return id;
  }

  async query(
    token: string,
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
  ): Promise<Record<string, unknown>> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(token).headers },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = recordOf(await response.json());
    if (Array.isArray(errors)) throw new Error(`an operation failed: ${JSON.stringify(errors)}`);
    return recordOf(data);
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Posts to the URL of a cause. */
export async function post(url: string): Promise<string> {
  const response = await fetch(url, { method: 'POST' });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} failed with ${response.status}: ${body}`);
  return body;
}

/** The adapter of `npm run test:protocol`, from the environment. docs/testing.md describes the variables. */
export default function fromEnvironment(url: string): Adapter {
  const { PROTOCOL_CAUSES: causes, PROTOCOL_PLUGIN: plugin = '' } = process.env;
  const { PROTOCOL_CONNECTIONS: connections, PROTOCOL_SUBSCRIPTIONS: subscriptions } = process.env;
  return gatewayAdapter(url, {
    userToken: required('PROTOCOL_USER_TOKEN'),
    senderToken: required('PROTOCOL_SENDER_TOKEN'),
    plugin: plugin === '' ? null : plugin,
    causes: causes ? Object.fromEntries(CAUSES.map((name) => [name, () => post(`${causes}/${name}`)])) : {},
    limits: {
      ...(connections ? { connections: Number(connections) } : {}),
      ...(subscriptions ? { subscriptions: Number(subscriptions) } : {}),
    },
  });
}

function required(name: string): string {
  const value = process.env[name] ?? '';
  if (value === '') throw new Error(`Set ${name}.`);
  return value;
}
