import type {
  Adapter,
  Credential,
  Hooks,
  Newcomer,
  Session,
} from '../../packages/resumable-subscriptions/src/index.ts';
import { recordOf } from '../../packages/resumable-subscriptions/src/item.ts';

/** The subscription of most checks. */
export const NOTIFICATIONS = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor replayed gap { reason } notification { id text } }
}`;

/** The list that it continues. */
export const LIST = `{
  me { notifications(first: 100, includeAcknowledged: true) { streamCursor nodes { id text } } }
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
  'logOutage',
  'logRecovery',
] as const;

/** The causes that the outside lacks, and those that print a new token of the user, or of one who has never had a stream. */
export type CauseName = (typeof HOOKS)[number] | 'token' | 'newcomer';
export const CAUSES: readonly CauseName[] = [...HOOKS, 'token', 'newcomer'];

export interface GatewayAccess {
  /** Access token of the user whose stream is read. */
  userToken: string;
  /** Access token of another user, who sends the notifications. */
  senderToken: string;
  /** ID and secret of a plugin. Null: what needs another stream is skipped. */
  plugin: string | null;
  /** Causes by name, each a function or absent. `token` and `newcomer` return a new access token. */
  causes: Readonly<Partial<Record<CauseName, () => Promise<string>>>>;
  limits?: NonNullable<Adapter['limits']>;
  keepAlive?: number;
}

/** The gateway as the suite sees it: an ordinary client that reads a user's notifications and sends them as another. */
export function gatewayAdapter(url: string, access: GatewayAccess): Adapter {
  const { userToken, senderToken, plugin, causes, limits, keepAlive } = access;
  const graph = new Graph(url);
  const sendTo = async (receiverId: string, text: string, persist: boolean): Promise<void> => {
    const input = { receiverId, text, persist };
    const { streamed } = recordOf((await graph.query(senderToken, SEND, { input })).sendNotification);
    if (!persist && streamed !== true) throw new Error('a notification was sent but not streamed');
  };
  let receiver: Promise<string> | null = null;
  const send = async (text: string, persist: boolean): Promise<void> => {
    receiver ??= graph.userId(userToken);
    await sendTo(await receiver, text, persist);
  };
  const { token, newcomer } = causes;
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
    list: {
      query: LIST,
      read: ({ me }) => {
        const { streamCursor, nodes } = recordOf(recordOf(me).notifications);
        return { streamCursor, records: Array.isArray(nodes) ? nodes : [] };
      },
      idOf: ({ notificationReceived, item }) =>
        recordOf(recordOf(notificationReceived ?? item).notification).id,
      send: (text) => send(text, true),
      ...(newcomer && {
        newcomer: async (): Promise<Newcomer> => {
          const newToken = await newcomer();
          const userId = await graph.userId(newToken);
          return { credential: bearer(newToken), send: (text) => sendTo(userId, text, true) };
        },
      }),
    },
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

/** Causes below a URL. */
export const causesAt = (url: string, names: readonly CauseName[]): GatewayAccess['causes'] =>
  Object.fromEntries(names.map((name) => [name, () => request('POST', `${url}/${name}`)]));

/** The causes that there are below a URL. */
async function namesAt(url: string): Promise<CauseName[]> {
  const names: unknown = JSON.parse(await request('GET', url));
  return CAUSES.filter((name) => Array.isArray(names) && names.includes(name));
}

async function request(method: string, url: string): Promise<string> {
  const response = await fetch(url, { method });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} failed with ${response.status}: ${body}`);
  return body;
}

/** The adapter of `npm run test:protocol`, from the environment. docs/testing.md describes the variables. */
export default async function fromEnvironment(url: string): Promise<Adapter> {
  const { PROTOCOL_CAUSES: causes, PROTOCOL_PLUGIN: plugin = '' } = process.env;
  const { PROTOCOL_CONNECTIONS: connections, PROTOCOL_SUBSCRIPTIONS: subscriptions } = process.env;
  return gatewayAdapter(url, {
    userToken: required('PROTOCOL_USER_TOKEN'),
    senderToken: required('PROTOCOL_SENDER_TOKEN'),
    plugin: plugin === '' ? null : plugin,
    causes: causes ? causesAt(causes, await namesAt(causes)) : {},
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
