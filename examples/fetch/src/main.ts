import {
  ClassesDocument,
  type ClassesQuery,
  NotificationReceivedDocument,
  NotificationsDocument,
  type NotificationsQuery,
  ViewerDocument,
  type ViewerQuery,
} from '@learning-platform/client/documents';
import { gatewayErrors } from '@learning-platform/client/errors';
import { authorizedFetch, Session } from '@learning-platform/client/session';
import { readEvents } from '@learning-platform/client/stream';
import { notificationText } from '@learning-platform/client/texts';
import { print } from 'graphql';

/** Outside of production, the gateway allows pages of every local port. */
const url: string = import.meta.env.VITE_GATEWAY_URL ?? 'http://127.0.0.1:4000/graphql';
const session = new Session({ url });
const send = authorizedFetch(session);
const page = document.getElementById('app');

/** Runs a query. @throws Error with the gateway's first error. */
async function query<Data>(document: Parameters<typeof print>[0], variables = {}): Promise<Data> {
  const response = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const result = await response.json();
  const [error] = gatewayErrors(result);
  if (error) throw new Error(error.message);
  return result.data;
}

const add = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text: string, parent = page) => {
  const element = document.createElement(tag);
  element.textContent = text;
  parent?.append(element);
  return element;
};

const addButton = (text: string, click: () => Promise<void>) =>
  add('button', text).addEventListener('click', () => void click());

function showSignIn(): void {
  page?.replaceChildren();
  add('h1', 'Learning platform');
  addButton('Sign in', async () => {
    const redirectUri = new URL('/callback', location.origin).href;
    location.assign(await session.beginSignIn({ redirectUri }));
  });
}

async function showClasses(): Promise<void> {
  page?.replaceChildren();
  const [{ me }, { classes }] = await Promise.all([
    query<ViewerQuery>(ViewerDocument),
    query<ClassesQuery>(ClassesDocument),
  ]);
  add('h1', `Hello, ${me?.firstName}`);
  add('h2', 'Classes');
  const list = add('ul', '');
  for (const { node } of classes?.edges ?? []) add('li', node.name ?? '', list);
  addButton('Sign out', () => session.signOut());
  add('h2', 'Notifications');
  void followNotifications(add('ul', ''));
}

async function followNotifications(list: HTMLElement): Promise<void> {
  const ended = new AbortController();
  session.subscribe(() => session.state().status === 'signed-out' && ended.abort());
  const text = print(NotificationReceivedDocument);
  const options = { url, query: text, session, signal: ended.signal };
  // The first item says that the stream has begun, later ones that the list has changed, or may have.
  for await (const _item of readEvents(options)) {
    const { me } = await query<NotificationsQuery>(NotificationsDocument);
    list.replaceChildren();
    for (const { node } of me?.notifications?.edges ?? []) add('li', notificationText(node), list);
  }
}

async function show(): Promise<void> {
  if (location.pathname === '/callback') {
    const { returnTo } = await session.finishSignIn(location.href);
    history.replaceState(null, '', returnTo);
  }
  if (session.state().status === 'signed-in') await showClasses();
  else showSignIn();
}

session.subscribe(() => {
  if (session.state().status === 'signed-out') showSignIn();
});
await show();
