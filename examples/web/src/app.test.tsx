// @vitest-environment happy-dom
import { createFetch, createFixtureGraph } from '@learning-platform/client/testing';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// A busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });

/** No gateway: requests are answered from the fixtures. */
let graph: ReturnType<typeof createFixtureGraph>;
let isOnline: boolean;
/** The bodies of the requests. */
let requests: string[];

beforeEach(() => {
  graph = createFixtureGraph();
  isOnline = true;
  requests = [];
  const respond = createFetch(graph);
  vi.stubGlobal('fetch', (async (input, init) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    requests.push(String(init?.body));
    return respond(input, init);
  }) satisfies typeof fetch);
  // Stays silent: the list of notifications is read with requests.
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Opens the app anew, as after a reload. */
async function open(path: string): Promise<void> {
  cleanup();
  vi.resetModules();
  history.replaceState(null, '', path);
  const { App } = await import('./app.tsx');
  render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
}

/** Opens the app with the session that a sign-in has left. */
async function openSignedIn(path: string): Promise<void> {
  const { openSession } = await import('./gateway/session.ts');
  await openSession('fieldbook').start({ accessToken: 'fixture-token', refreshToken: null });
  return open(path);
}

const WAIT = { timeout: 30_000 };

it('signs in on the page of the platform, and shows the classes', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await open('/');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in' }, WAIT));
  await vi.waitFor(() => expect(assign).toHaveBeenCalled(), WAIT);
  const state = new URL(String(assign.mock.calls[0]?.[0])).searchParams.get('state') ?? '';
  await open(`/callback?code=fixture-code&state=${encodeURIComponent(state)}`);
  await screen.findByRole('heading', { name: 'First Aid, Spring Group' }, WAIT);
});

it('keeps the length of a list that was grown, also when the user returns to it', async () => {
  await openSignedIn('/');
  const cards = () => document.querySelectorAll('.cards > li').length;
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }, WAIT));
  await vi.waitFor(() => expect(cards()).toBeGreaterThan(4), WAIT);
  const shown = cards();
  fireEvent.click(await screen.findByRole('link', { name: 'First Aid, Spring Group' }, WAIT));
  await screen.findByRole('heading', { level: 1, name: 'First Aid, Spring Group' }, WAIT);
  const since = requests.length;
  fireEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Classes' }));
  await vi.waitFor(() => expect(cards()).toBe(shown), WAIT);
  const read = () => requests.slice(since).find((body) => body.includes('ClassList'));
  await vi.waitFor(() => expect(JSON.parse(read() ?? '{}').variables?.first).toBe(shown), WAIT);
});

it('counts the unread notifications', async () => {
  graph.notify({ text: 'The hall is open' });
  await openSignedIn('/');
  const bell = await screen.findByRole('button', { name: /^Notifications, [1-9]\d* unread$/ }, WAIT);
  expect(within(bell.parentElement ?? bell).getByText('The hall is open')).toBeTruthy();
});

it('keeps a note that is written without a connection, and saves it once there is one', async () => {
  await openSignedIn('/classes/g-first-aid-spring');
  const field = await screen.findByLabelText('New note', {}, WAIT);
  isOnline = false;
  fireEvent.change(field, { target: { value: 'Bring gloves' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  const kept = await screen.findByRole('list', { name: 'Notes on this device' }, WAIT);
  expect(within(kept).getByText('Bring gloves')).toBeTruthy();

  isOnline = true;
  await openSignedIn('/classes/g-first-aid-spring');
  await vi.waitFor(() => {
    const notes = screen.getByRole('list', { name: 'Notes' });
    expect(within(notes).getAllByText('Bring gloves')).toHaveLength(1);
    expect(screen.queryByRole('list', { name: 'Notes on this device' })).toBeNull();
  }, WAIT);
});
