import { readFile } from 'node:fs/promises';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { holdBack, type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { findingsOn, LOOKS } from '../support/page-findings.ts';
import { CLIENTS, runClientCode } from './client-code.ts';

/** `npm run test:web` */
/** Bytes that the explorer may load before it can be used. */
const FIRST_LOAD = 700_000;

describe('the explorer as a workbench', { tags: ['slow', 'chromium'], timeout: 120_000 }, () => {
  let gateway: TestGateway;
  let browser: OfflineBrowser;
  beforeAll(async () => {
    [gateway, browser] = await Promise.all([
      startGateway({ environment: { NOTIFICATION_POLL_INTERVAL: '200' } }),
      startChromium(),
    ]);
  }, 60_000);
  afterAll(() => Promise.all([gateway.close(), browser.close()]));

  /** A new profile, which is closed with the test. */
  const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const context = await browser.open({
      viewport: { width: 1280, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    onTestFinished(() => context.close());
    return context;
  };
  /** Opens the explorer, in a new profile unless one is given. */
  const open = async (context?: BrowserContext, hash = ''): Promise<Page> => {
    const page = await (context ?? (await newContext())).newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(`${gateway.url}/explorer${hash}`);
    await page.locator('[data-ready]').waitFor();
    return page;
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  /** Does something after which a button or a notice shows a text for a moment. The page itself watches for it. */
  const briefly = async (page: Page, text: string, act: () => Promise<void>): Promise<void> => {
    const shown = page.evaluate(`new Promise((resolve) => {
      const isShown = () =>
        [...document.querySelectorAll('button, #notices span')].some(({ textContent }) => textContent === '${text}');
      new MutationObserver(() => isShown() && resolve()).observe(document, { subtree: true, childList: true });
    })`);
    await act();
    await shown;
  };
  const operation = (page: Page) => page.getByRole('textbox', { name: 'Operation' });
  const variables = (page: Page) => page.getByRole('textbox', { name: 'Variables, as JSON' });
  const response = (page: Page) => page.getByRole('textbox', { name: 'Response' });
  const status = (page: Page) => page.locator('#meta .status');
  const events = (page: Page) => page.getByRole('list', { name: 'Events, newest first' });
  const tabs = (page: Page): Promise<string[]> =>
    page.locator('#tabs li > button:first-child').allTextContents();
  /** Opens a tab with a text. The editor would close its brackets. */
  const write = async (page: Page, text: string): Promise<void> => {
    await page.keyboard.press('Alt+n');
    await page.keyboard.insertText(text);
  };
  const run = async (page: Page, text: string): Promise<void> => {
    await write(page, text);
    await page.keyboard.press('Control+Enter');
  };
  /** Opens the example of a stream. */
  const follow = async (page: Page): Promise<void> => {
    await button(page, 'Notifications, live').click();
    await button(page, 'Run').click();
  };
  const reload = async (page: Page): Promise<void> => {
    await page.reload();
    await page.locator('[data-ready]').waitFor();
  };
  /** Replaces what is in the focused editor. */
  const replace = async (page: Page, text: string): Promise<void> => {
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  };
  const downloaded = async (page: Page, name = ''): Promise<string> => {
    const download = page.waitForEvent('download');
    await button(page, 'Download').click();
    expect((await download).suggestedFilename()).toContain(name);
    return readFile(await (await download).path(), 'utf8');
  };
  const textOf = async (page: Page): Promise<string> =>
    (await operation(page).locator('.cm-line').allTextContents()).join('\n');
  const focused = (page: Page): Promise<string> =>
    page.evaluate<string>(
      'document.activeElement.getAttribute("aria-label") || document.activeElement.textContent.trim() || document.activeElement.tagName',
    );

  const isFocusLost = (page: Page): Promise<boolean> =>
    page.evaluate<boolean>('document.activeElement === document.body');

  it('shows the documentation of each completion beside the list, and introspection last', async () => {
    const page = await open();
    await write(page, '{ me { handle ');
    await page.keyboard.press('Control+Space');
    const options = page.getByRole('listbox').getByRole('option');
    await options.first().waitFor();
    expect(await options.first().textContent()).toMatch(/^accountType/);
    const documentation = page.locator('.cm-completionInfo');
    await documentation.getByText('Account type.').waitFor();
    // It is placed in the frame after it came. What is drawn there is the documentation: nothing clips it.
    const isBeside = async () => {
      const [info, list] = await Promise.all([
        documentation.boundingBox(),
        page.locator('.cm-tooltip-autocomplete').boundingBox(),
      ]);
      if (!info || !list || info.x < list.x + list.width - 2) return false;
      const top = `document.elementFromPoint(${info.x + 20}, ${info.y + 15})?.closest('.cm-completionInfo')`;
      return page.evaluate(`Boolean(${top})`);
    };
    await expect.poll(isBeside).toBe(true);
    expect(await options.last().textContent()).toMatch(/^__typename/);
  });

  it('keeps the tabs of each window apart, and continues with those of a closed one', async () => {
    const context = await newContext();
    const first = await open(context);
    const second = await open(context);
    await write(first, 'query InFirst { me { handle } }');
    await write(second, 'query InSecond { me { handle } }');
    await reload(first);
    await reload(second);
    expect(await tabs(first)).toContain('InFirst');
    expect(await tabs(first)).not.toContain('InSecond');
    expect(await tabs(second)).toContain('InSecond');
    await second.close();
    const third = await open(context);
    expect(await tabs(third)).toContain('InSecond');
    expect(await tabs(third)).not.toContain('InFirst');
  });

  it('keeps undo and cursor of each tab, and the focus where it is', async () => {
    const page = await open();
    await write(page, 'query One { me { handle } }');
    await page.keyboard.type(' # more');
    await page.keyboard.press('Alt+n');
    expect(await focused(page)).toBe('Operation');
    await page.keyboard.press('Alt+PageUp');
    expect(await textOf(page)).toBe('query One { me { handle } } # more');
    await operation(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => textOf(page)).not.toContain('# more');
    await page.keyboard.press('Control+y');
    await expect.poll(() => textOf(page)).toContain('# more');
    // The cursor is where it was left: at the end.
    await page.keyboard.type('!');
    expect(await textOf(page)).toBe('query One { me { handle } } # more!');
    // Choosing a tab by key leaves the focus on it.
    await button(page, 'Leaderboard').focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Leaderboard');
    await page.keyboard.press('Delete');
    await page.getByText('Leaderboard was closed.').waitFor();
    expect(await focused(page)).toBe('Notifications, live');
    // What had the focus may be gone afterwards: a message, an entry, a field, a panel.
    await button(page, 'Dismiss').click();
    expect(await isFocusLost(page)).toBe(false);
    await page.keyboard.press('Alt+h');
    await button(page, 'Remove Leaderboard').press('Enter');
    expect(await isFocusLost(page)).toBe(false);
    await button(page, 'Undo').press('Enter');
    expect(await isFocusLost(page)).toBe(false);
    await page.keyboard.press('Alt+d');
    await button(page, 'All').press('Enter');
    expect(await isFocusLost(page)).toBe(false);
    await button(page, 'Add leaderboard').press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^Add (edges|nodes)/);
    await button(page, 'All').press('Enter');
    await button(page, '← Back').press('Enter');
    expect(await isFocusLost(page)).toBe(false);
    await page.getByLabel('Search the documentation').fill('course');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('Operation');
    await page.getByRole('complementary', { name: 'Documentation' }).waitFor({ state: 'hidden' });
  });

  it('loses nothing: closing can be undone, the history has what was run or closed, examples replace nothing', async () => {
    const page = await open();
    await run(page, 'query Precious { me { handle } }');
    await response(page).getByText('"@ana.ferreira"').waitFor();
    await button(page, 'Close Precious').click();
    await button(page, 'Undo').click();
    expect(await textOf(page)).toContain('Precious');
    await button(page, 'Close Precious').click();
    await reload(page);
    await button(page, 'Library').click();
    const history = page.getByRole('complementary', { name: 'Library' });
    await history.getByLabel('Filter operations').fill('precious');
    expect(await history.locator('.entry').allTextContents()).toEqual([
      expect.stringMatching(/^Preciousclosed/),
      expect.stringMatching(/^Precious.*as Student.*me { handle }/),
    ]);
    await button(page, 'Clear history').click();
    await button(page, 'Undo').click();
    await history.locator('.entry').first().click();
    expect(await textOf(page)).toContain('Precious');
    await button(page, 'My classes').click();
    await operation(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# edited');
    await button(page, 'Open all examples').click();
    const titles = await tabs(page);
    expect(titles.filter((title) => title === 'My classes')).toHaveLength(2);
    await button(page, 'My classes').first().click();
    expect(await textOf(page)).toContain('# edited');
  });

  it('keeps saved operations by name and in folders until they are removed, and hands them on in a file', async () => {
    const page = await open();
    await write(page, 'query { me { handle } }');
    await page.keyboard.press('F6');
    await page.locator('#tabs [aria-current]').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Kept');
    await page.keyboard.press('Enter');
    await operation(page).focus();
    await page.keyboard.press('Control+s');
    await page.getByText('Kept was saved.').waitFor();
    await button(page, 'Show').click();
    const panel = page.getByRole('complementary', { name: 'Library' });
    await panel.getByRole('button', { name: 'Move Kept to a folder' }).press('Enter');
    await page.keyboard.type('People');
    await page.keyboard.press('Enter');
    const folder = panel.getByRole('group').filter({ hasText: /^People/ });
    await folder.getByRole('button', { name: /^Kept/ }).waitFor();
    expect(await isFocusLost(page)).toBe(false);
    // What is saved again takes the place of what the tab was opened from.
    await button(page, 'Close Kept').click();
    await folder.getByRole('button', { name: /^Kept/ }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' # again');
    await button(page, 'Save').click();
    await expect.poll(() => folder.locator('.entry').count()).toBe(1);
    expect(await folder.locator('.entry').getAttribute('title')).toContain('# again');
    await button(page, 'Undo').last().click();
    expect(await folder.locator('.entry').getAttribute('title')).not.toContain('# again');
    await folder.getByRole('button', { name: 'Rename folder People' }).click();
    await page.keyboard.type('Users');
    await page.keyboard.press('Enter');
    await panel.getByText('Users (1)').waitFor();
    await panel.getByRole('button', { name: 'Remove Kept' }).first().click();
    await panel.getByText('Save keeps').waitFor();
    await button(page, 'Undo').last().click();
    await panel.getByText('Users (1)').waitFor();
    const download = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download all' }).click();
    const file = await (await download).path();

    const other = await open();
    await button(other, 'Library').click();
    const openFile = async (chosen: string | { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = other.waitForEvent('filechooser');
      await button(other, 'Open file…').click();
      await (await chooser).setFiles(chosen);
    };
    await briefly(other, 'This file does not hold saved operations.', () =>
      openFile({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{"operations":[1]}') }),
    );
    await openFile(file);
    await other.getByText('Users (1)').waitFor();
    await other.getByRole('button', { name: /^Kept/ }).click();
    expect(await textOf(other)).toBe('query { me { handle } }');
  });

  it('shows a partial result as neither a failure nor a success', async () => {
    const page = await open();
    await run(page, '{ me { handle } badgeAssertions(userIds: ["u-ana"]) { userId } }');
    await response(page).getByText('"@ana.ferreira"').waitFor();
    expect(await status(page).getAttribute('class')).toContain('warning');
    await run(page, '{ me { handle } }');
    await expect.poll(() => status(page).getAttribute('class')).toContain('ok');
  });

  it('lists the errors of a response, each with the way to its place and its documentation', async () => {
    const page = await open();
    await write(page, 'query A {\n  me {\n    handle\n    noSuchField\n  }\n}');
    // Before it is sent, the editor says so as well.
    await button(page, '1 problem').click();
    await page.locator('.cm-panel-lint').getByText('Cannot query field "noSuchField"').waitFor();
    await button(page, 'Run').click();
    const errors = page.getByRole('region', { name: 'Errors' });
    await errors.getByText('Cannot query field "noSuchField" on type "Viewer".').waitFor();
    await status(page).getByText('400 GRAPHQL_VALIDATION_FAILED').waitFor();
    expect(await status(page).getAttribute('class')).toContain('error');
    const link = errors.getByRole('link', { name: 'GRAPHQL_VALIDATION_FAILED' });
    expect(await link.getAttribute('href')).toBe('/schema/errors#GRAPHQL_VALIDATION_FAILED');
    await errors.getByRole('button', { name: 'line 4' }).click();
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('firstName');
    expect(await textOf(page)).toContain('    handle\n    firstName\n');
    await page.keyboard.press('Control+Enter');
    await response(page).getByText('"firstName"').waitFor();
    await errors.waitFor({ state: 'hidden' });
  });

  it('says what a field is under the pointer, and suggests arguments with their types', async () => {
    const page = await open();
    await operation(page).getByText('students').hover();
    await page.locator('.field-hover').getByText('students: [ClassStudent!]').waitFor();
    await page.keyboard.press('Alt+n');
    await page.keyboard.type('query A { course(');
    const option = page.getByRole('option', { name: /^id/ });
    await option.getByText('ID!').waitFor();
    await option.click();
    expect(await textOf(page)).toContain('course(id: )');
    await page.keyboard.press('Alt+n');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: 'mutation' }).waitFor();
    expect(await page.getByRole('option', { name: 'interface' }).count()).toBe(0);
  });

  it('formats an operation with its comments, in a way that can be undone', async () => {
    const page = await open();
    const text = '# before\nquery A { me { handle # behind\n firstName } }';
    await write(page, text);
    await button(page, 'Format').click();
    await expect
      .poll(() => textOf(page))
      .toBe('# before\nquery A {\n  me {\n    handle # behind\n    firstName\n  }\n}');
    await operation(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => textOf(page)).toBe(text);
    await write(page, '{ me {');
    await briefly(page, 'The operation has a syntax error.', () => button(page, 'Format').click());
    await write(page, 'query A($first: Int) { classes(first: $first) { nodes { id } } }');
    await page.locator('#variables-pane summary').click();
    await variables(page).click();
    await page.keyboard.insertText('{"first":/* few */3} // of them');
    await button(page, 'Format').click();
    await expect
      .poll(() => variables(page).locator('.cm-line').allTextContents())
      .toEqual(['{ "first": /* few */ 3 } // of them']);
  });

  it('completes and checks variables against the operation, and leads to what is wrong before anything is sent', async () => {
    const page = await open();
    await run(page, 'mutation New($input: CreateNoteInput!) { createNote(input: $input) { note { id } } }');
    await page.locator('#meta').getByText('$input of type CreateNoteInput! is missing.').waitFor();
    expect(await focused(page)).toBe('Variables, as JSON');
    await button(page, 'Fill in').click();
    expect(JSON.parse((await variables(page).locator('.cm-line').allTextContents()).join(''))).toEqual({
      input: { text: '' },
    });
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('{"');
    await page.getByRole('option', { name: /"input"/ }).click();
    await page.keyboard.type('"te');
    await page.getByRole('option', { name: /"text"/ }).click();
    expect(await variables(page).textContent()).toBe('{"input": {"text": ""}}');
    await replace(page, '{"input": {"text": 3}, "other": 1}');
    await expect.poll(() => variables(page).locator('.cm-lintRange-error').textContent()).toBe('3');
    expect(await variables(page).locator('.cm-lintRange-warning').textContent()).toBe('1');
    await page.keyboard.press('Control+Enter');
    await page.locator('#meta').getByText('String cannot represent a non string value: 3').waitFor();
    // Comments are for the reader.
    await variables(page).click();
    await replace(
      page,
      '{"input": /* a "note" */ {"text": "see // there", "courseId": "c-first-aid"}} // last',
    );
    await page.keyboard.press('Control+Enter');
    await response(page).getByText('"note"').waitFor();
    expect(await variables(page).locator('.cm-lintRange-error').count()).toBe(0);
  });

  it('completes and checks headers, and shows whose credential was sent', async () => {
    const page = await open();
    await write(page, '{ me { handle } }');
    await page.locator('#headers-pane summary').click();
    const headers = page.getByRole('textbox', { name: 'Headers, as JSON' });
    await headers.click();
    await page.keyboard.type('{"auth');
    await page.getByRole('option', { name: /"authorization"/ }).click();
    await page.keyboard.type('Bearer demo-child-token');
    await page.keyboard.press('Control+Enter');
    await response(page).getByText('"handle"').waitFor();
    await page.locator('#meta').getByText('with your own header').waitFor();
    await page.locator('.toolbar').getByText('your own header instead').waitFor();
    await headers.click();
    await replace(page, '{"not a name": "x"}');
    await headers.locator('.cm-lintRange-error').waitFor();
    await page.keyboard.press('Control+Enter');
    for (const place of ['#meta', '#headers-pane summary'])
      await page.locator(place).getByText('The headers are not a JSON object of names and values.').waitFor();
  });

  it('documents what the cursor is in, and builds the operation by click', async () => {
    const page = await open();
    const docs = page.getByRole('complementary', { name: 'Documentation' });
    const press = (name: string) => docs.getByRole('button', { name, exact: true }).click();
    await button(page, 'Docs').click();
    await operation(page).getByText('students').click();
    // The credential and the calls are the reference's data.
    await docs.getByText('Students of the class').first().waitFor();
    await docs.getByText('GET /edu/v1/class/structure').waitFor();
    await press('Remove course');
    expect(await textOf(page)).not.toContain('objectives');
    await page.keyboard.press('Alt+n');
    for (const name of ['Add course', 'Add name', 'Add levels', 'Add name']) await press(name);
    expect(await textOf(page)).toBe(
      'query Course($id: ID!) {\n  course(id: $id) {\n    name\n    levels {\n      name\n    }\n  }\n}\n',
    );
    for (const name of ['course', 'Remove levels']) await press(name);
    expect(await textOf(page)).toBe('query Course($id: ID!) {\n  course(id: $id) {\n    name\n  }\n}\n');
    await press('All');
    await docs.getByText('Mutation', { exact: true }).click();
    await press('Add deleteNote');
    expect(await textOf(page)).toContain(
      'mutation DeleteNote($input: DeleteNoteInput!) {\n  deleteNote(input: $input) {',
    );
    // Links of types lead on, and back.
    await press('Mutation');
    await docs.getByRole('button', { name: 'DeleteNotePayload', exact: true }).first().click();
    await docs.getByRole('heading', { name: 'DeleteNotePayload' }).waitFor();
    await docs.getByRole('button', { name: '← Back' }).click();
    // An argument of the field at the cursor is a variable.
    await page.keyboard.press('Alt+n');
    await press('Add courses');
    await operation(page).getByText('courses', { exact: true }).click();
    await press('Add first');
    expect(await textOf(page)).toContain('query Courses($first: Int) {\n  courses(first: $first) {');
    expect(await focused(page)).toBe('Remove first');
    await page.keyboard.press('Enter');
    expect(await textOf(page)).toContain('query Courses {\n  courses {');
  });

  it('finds fields, guides and errors in the documentation, also before it has been loaded', async () => {
    const page = await open();
    const release = await holdBack(page, '**/schema/search-index.js');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('class.students');
    await page.keyboard.press('Enter');
    release();
    await page.getByText('Students of the class').first().waitFor();
    await page.getByLabel('Search the documentation').fill('rate_limited');
    const [link] = await page
      .locator('.results a')
      .evaluateAll((all) => all.map((found) => found.getAttribute('href')));
    expect(link).toBe('/schema/errors#RATE_LIMITED');
  });

  it('predicts the platform calls of an operation while it is written, with the reason of each', async () => {
    const page = await open();
    const before = gateway.requests.length;
    await write(page, '{ classes(first: 3) { nodes { id } } }');
    await page.getByText('Predicted: at most 1 platform call', { exact: true }).click();
    const calls = page.getByRole('list', { name: 'Predicted platform calls' });
    await calls.getByText('GET /edu/v1/class/list').waitFor();
    expect(await calls.textContent()).toContain('Query.classes once per');
    await write(page, '{ classes(first: 3) { nodes { id students { id } } } }');
    await page.getByText('Predicted: at most 4 platform calls', { exact: true }).waitFor();
    expect(await calls.textContent()).toContain('Class.students');
    // What cannot be sent has no prediction.
    await page.keyboard.insertText('{');
    await expect.poll(() => page.locator('#prediction').isHidden()).toBe(true);
    expect(gateway.requests.length).toBe(before);
  });

  it('copies the operation at the cursor as code for each client, which runs as it is', async () => {
    const page = await open();
    const copied = async (client: string): Promise<string> => {
      await page.getByLabel('Client that the copied code is for').selectOption(client);
      await briefly(page, 'Copied', () => button(page, 'Copy as').click());
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    // A fragment, another operation, and what has to be escaped.
    await write(
      page,
      'query Other { __typename } fragment Name on Person { handle } query Own { me { ...Name } }',
    );
    for (const client of CLIENTS.filter((name) => name !== 'Relay')) {
      const code = await copied(client);
      expect(code).not.toContain('Other');
      await runClientCode(client, code, '@ana.ferreira');
    }
    expect(await copied('Relay')).toMatch(
      /fragment start_Name on Person[\s\S]*query startQuery[\s\S]*\.\.\.start_Name/,
    );
    const input = { classId: 'g-first-aid-spring', text: "It's `here`, \\ and $" + '{there}' };
    await write(page, 'mutation ($input: CreateNoteInput!) { createNote(input: $input) { note { text } } }');
    await page.locator('#variables-pane > summary').click();
    await variables(page).click();
    await page.keyboard.insertText(JSON.stringify({ input }));
    for (const client of CLIENTS)
      await runClientCode(client, await copied(client), JSON.stringify(input.text));
    await write(page, 'subscription Bell($after: String) { notificationReceived(after: $after) { cursor } }');
    for (const client of CLIENTS)
      await runClientCode(client, await copied(client), '"notificationReceived":{');
    // The choice is kept.
    await reload(page);
    expect(await page.getByLabel('Client that the copied code is for').inputValue()).toBe('relay');
  });

  it('searches, copies and downloads a response that is longer than the screen', async () => {
    const page = await open();
    await page.keyboard.press('Control+Enter');
    await page.locator('#meta').getByText('platform calls').waitFor();
    const shown = (await response(page).locator('.cm-line').allTextContents()).join('\n');
    const text = await downloaded(page, 'My-classes.json');
    // Only a part of the response is in the page.
    expect(text.length).toBeGreaterThan(shown.length);
    expect(text).not.toContain('upstream');
    const handle = [...text.matchAll(/"handle": "([^"]+)"/g)].at(-1)?.[1] ?? '';
    expect(shown).not.toContain(handle);
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('"handle"');
    const handles = text.split('"handle"').length - 1;
    await page.getByText(`1 of ${handles}`, { exact: true }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.getByText(`${handles} of ${handles}`, { exact: true }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(handle);
    await page.keyboard.press('Enter');
    await expect.poll(() => response(page).locator('.cm-searchMatch-selected').textContent()).toBe(handle);
    await page.keyboard.press('Escape');
    await briefly(page, 'Copied', () => page.getByRole('button', { name: 'Copy the response' }).click());
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
  });

  it('shows lists as tables and downloads them as CSV', async () => {
    const page = await open();
    await write(
      page,
      '{ classes(first: 2) { nodes { id name course { name } } } courses(first: 2) { nodes { id } } }',
    );
    await page.keyboard.press('Control+Enter');
    await button(page, 'Table').click();
    const table = page.getByRole('table');
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['id', 'name', 'course.name']);
    expect(await table.getByRole('row').count()).toBe(3);
    const csv = await downloaded(page);
    expect(csv).toMatch(/^id,name,course\.name\r\ng-/);
    expect(csv).toContain('"First Aid, Spring Group"');
    // A click on a column sorts by it, and what is copied follows.
    const ids = async () => (await table.getByRole('row').allTextContents()).slice(1);
    const before = await ids();
    await button(page, 'name').click();
    expect(await focused(page)).toMatch(/^name/);
    const ascending = await ids();
    await page.keyboard.press('Enter');
    expect(await ids()).toEqual(ascending.toReversed());
    await page
      .getByRole('columnheader', { name: 'name', exact: true })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    await page.keyboard.press('Enter');
    expect(await ids()).toEqual(before);
    await page.getByLabel('List', { exact: true }).selectOption('courses.nodes');
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['id']);
  });

  it('shows each platform call with its start and duration', async () => {
    const page = await open();
    await page.keyboard.press('Control+Enter');
    await page.locator('#meta').getByText('platform calls').waitFor();
    await button(page, 'Calls').click();
    const calls = page.getByRole('list', { name: /^Platform calls/ }).getByRole('listitem');
    const lines = await calls.allTextContents();
    expect(lines).toHaveLength(7);
    expect(lines.find((line) => line.includes('GET /edu/v1/class/list'))).toMatch(
      /at [\d.]+ ms, took [\d.]+ ms/,
    );
  });

  it('shares an operation by a link, which opens in another window with its variables and identity, and holds no token', async () => {
    const context = await newContext();
    const page = await open(context);
    await button(page, 'Locked lessons').click();
    await page.getByLabel('Signed in as').selectOption('Instructor');
    await briefly(page, 'Copied', () => button(page, 'Share').click());
    const link: string = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(decodeURIComponent(link)).not.toMatch(/token|Bearer|authorization/i);
    const other = await newContext();
    const opened = await open(other, new URL(link).hash);
    expect(await textOf(opened)).toContain('CourseWithLocks');
    expect(await variables(opened).textContent()).toContain('s-first-aid-spring-ana');
    expect(await opened.getByLabel('Signed in as').inputValue()).toBe('instructor');
    expect(new URL(opened.url()).hash).toBe('');
    // A browser that does not let the page copy shows the link in its address bar.
    await opened.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await briefly(opened, 'Not copied', () => button(opened, 'Share').click());
    expect(new URL(opened.url()).hash).toBe(new URL(link).hash);
    // Nothing runs before the visitor says so.
    expect(await opened.locator('#meta').textContent()).toBe('');
  });

  it('says that a link has changed the identity, which can be undone', async () => {
    const page = await open(undefined, '#operation=%7Bme%7Bhandle%7D%7D&identity=child');
    await page.getByText('Signed in as Child, as the link says.').waitFor();
    await button(page, 'Undo').click();
    expect(await page.getByLabel('Signed in as').inputValue()).toBe('student');
  });

  it('keeps the identity of an open stream when another one is chosen, in this window and in others', async () => {
    const context = await newContext();
    const page = await open(context);
    await follow(page);
    await status(page).getByText('Live as Student').waitFor();
    await events(page).getByText('"notification": null').waitFor();
    const other = await open(context);
    await other.getByLabel('Signed in as').selectOption('Child');
    expect(await page.getByLabel('Signed in as').inputValue()).toBe('student');
    await page.getByLabel('Signed in as').selectOption('Instructor');
    expect(await status(page).textContent()).toBe('Live as Student');
    await button(page, 'Restart as Instructor').click();
    await status(page).getByText('Live as Instructor').waitFor();
    gateway.sandbox.sendNotification({ receiver: 'u-marcus', text: 'For Marcus' });
    await events(page).getByText('"For Marcus"').waitFor();
  });

  it('pauses and filters a live log without losing items, and leaves the focus alone', async () => {
    const page = await open();
    await follow(page);
    await events(page).getByText('"notification": null').waitFor();
    await operation(page).focus();
    const send = (text: string) => gateway.sandbox.sendNotification({ receiver: 'u-ana', text });
    send('First of two');
    await events(page).getByText('"First of two"').waitFor();
    expect(await focused(page)).toBe('Operation');
    await button(page, 'Pause').click();
    send('While paused');
    await page.getByText('paused, 1 waiting').waitFor();
    expect(await events(page).getByText('"While paused"').count()).toBe(0);
    await button(page, 'Resume').click();
    await events(page).getByText('"While paused"').waitFor();
    // The others are lines.
    expect(await events(page).locator('details[open]').count()).toBe(1);
    await events(page).locator('summary').getByText('First of two').waitFor();
    await page.getByLabel('Filter items').fill('zzzz');
    await events(page).getByText('Nothing matches “zzzz”.').waitFor();
    await page.getByLabel('Filter items').fill('first of');
    await expect.poll(() => events(page).getByRole('listitem').count()).toBe(1);
    await page.getByText('1 of 3 items').waitFor();
    await page.getByLabel('Filter items').fill('');
    await expect.poll(() => events(page).getByRole('listitem').count()).toBeGreaterThan(2);
    const lines = (await downloaded(page)).trim().split('\n');
    expect(
      lines.map((line) => JSON.parse(line).data.notificationReceived.notification?.text ?? null),
    ).toEqual([null, 'First of two', 'While paused']);
  });

  it('marks where a stream may have a gap, and when its connection was lost', async () => {
    const page = await open();
    const item = (value: object) =>
      `event: next\nid: ${JSON.stringify(value).length}\ndata: ${JSON.stringify({ data: { notificationReceived: value } })}\n\n`;
    let isFirst = true;
    await page.route('**/graphql', async (route) => {
      const body = isFirst
        ? item({ cursor: 'a', gap: null })
        : item({ cursor: 'b', gap: { reason: 'EXPIRED' } });
      isFirst = false;
      await route.fulfill({ contentType: 'text/event-stream', body });
    });
    await follow(page);
    await events(page).getByText('gap (EXPIRED): events may be missing before this item').first().waitFor();
    await events(page).getByText('The connection was lost.').first().waitFor();
    await events(page).getByText('Connected again, after the last item received.').first().waitFor();
    await page
      .getByText(/\d gaps?/)
      .first()
      .waitFor();
  });

  it('tries a lost stream again at once when told to', async () => {
    const page = await open();
    let isDown = true;
    await page.route('**/graphql', (route) =>
      isDown
        ? route.fulfill({ status: 503, headers: { 'retry-after': '60' }, body: '{}' })
        : route.continue(),
    );
    await follow(page);
    await page.getByText('Next attempt in 60 s').waitFor();
    isDown = false;
    await button(page, 'Try now').click();
    await status(page).getByText('Live as Student').waitFor();
  });

  it('resizes its panes with the keyboard and the pointer, and keeps the sizes', async () => {
    const page = await open();
    const width = async (): Promise<number> =>
      Math.round((await page.locator('.response').boundingBox())?.width ?? 0);
    const before = Math.round(await width());
    const separator = page.getByRole('separator', { name: 'Width of the response' });
    await separator.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Math.abs((await width()) - before - 24)).toBeLessThan(2);
    const line = await separator.boundingBox();
    await page.mouse.move(line?.x ?? 0, 500);
    await page.mouse.down();
    await page.mouse.move((line?.x ?? 0) + 100, 500);
    await page.mouse.up();
    await expect.poll(width).toBeLessThan(before);
    const after = await width();
    await reload(page);
    expect(await width()).toBe(after);
  });

  it('follows a schema that changes, and says what changed since the visitor last looked', async () => {
    const context = await newContext();
    const page = await open(context);
    await context.route('**/explore/schema.graphql', async (route) => {
      const answer = await route.fetch();
      const [before = '', user = ''] = (await answer.text()).split(/(?=type User )/);
      const body = `${before.replace('type Query {', 'type Query {\n  brandNew: Thing')}${user
        .replace(' accountType: String', ' accountKind: String')
        .replace(' firstName: String', ' firstName(short: Boolean = true): String!')}
        type Thing { name: String }`;
      await route.fulfill({ body, headers: { 'content-type': 'text/plain', etag: '"new"' } });
    });
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await page
      .getByText('The schema has changed since you last looked: 3 added, 1 changed, 1 removed.')
      .waitFor();
    await write(page, '{ brandN');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /brandNew/ }).waitFor();
    // The visitor has not looked, so the next window says it as well.
    const later = await open(context);
    await button(later, 'Show').click();
    const list = later.getByRole('list', { name: 'Changes of the schema' });
    expect(await list.getByRole('listitem').allTextContents()).toEqual([
      'Query.brandNewadded',
      'Thingadded',
      'User.accountKindadded',
      'User.accountTyperemoved',
      'User.firstNamechangedString → (short: Boolean = true): String!',
    ]);
    // By key: the list is drawn again when the documentation has been loaded, and keeps the focus.
    await list.getByRole('button', { name: 'Query.brandNew' }).press('Enter');
    await later.getByRole('heading', { name: 'brandNew' }).waitFor();
    const last = await open(context);
    await last.keyboard.press('Alt+d');
    await last.locator('#docs-content button').first().waitFor();
    expect(await last.getByText('since you last looked').count()).toBe(0);
  });

  it('takes no click before it can answer it', async () => {
    const page = await (await newContext()).newPage();
    const release = await holdBack(page, '**/explore/schema.graphql');
    await page.goto(`${gateway.url}/explorer`);
    const click = button(page, 'Run').click();
    await expect(button(page, 'Run').click({ trial: true, timeout: 1_000 })).rejects.toThrow();
    release();
    await click;
    await status(page).getByText('200').waitFor();
  });

  it('completes a field together with its selection set', async () => {
    const page = await open();
    await write(page, 'query A {\n  classes(first: 1) {\n    nodes {\n      cours');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /^course/ }).click();
    await page.keyboard.type('name');
    expect(await textOf(page)).toContain('      course {\n        name\n      }');
  });

  it('says so when the gateway does not respond, and keeps everything', async () => {
    const page = await open();
    await run(page, '{ me { firstName } }');
    await response(page).getByText('"firstName"').waitFor();
    await page.route('**/graphql', (route) => route.abort());
    await page.keyboard.press('Control+Enter');
    await status(page).getByText('The gateway did not respond').waitFor();
    await page.locator('#meta').getByText('Run it again once the gateway is back.').waitFor();
    expect(await response(page).textContent()).toContain('"firstName"');
    expect(await textOf(page)).toContain('firstName');
    // A write may have been carried out.
    await button(page, 'Write a note').click();
    await button(page, 'Run').click();
    await page.locator('#meta').getByText('The outcome is unknown.').waitFor();
  });

  it('can be walked with the keyboard alone: complete a query with the drawer, run, share, open the link', async () => {
    const context = await newContext();
    const page = await open(context);
    await page.keyboard.press('Alt+n');
    await page.keyboard.type('query Walk ');
    await page.keyboard.type('{');
    await page.keyboard.press('Enter');
    await page.keyboard.type('me');
    await page.keyboard.press('Escape');
    await page.keyboard.type(' {');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+d');
    await page.keyboard.press('Shift+F6');
    expect(await focused(page)).toBe('Search the documentation');
    await page.getByRole('button', { name: 'Add handle', exact: true }).waitFor();
    const walkTo = async (name: string, key: string) => {
      for (let step = 0; step < 120 && (await focused(page)) !== name; step += 1)
        await page.keyboard.press(key);
      expect(await focused(page)).toBe(name);
    };
    await walkTo('Add handle', 'ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toMatch(/me \{\s+handle\s+\}/);
    await page.keyboard.press('Control+Enter');
    await response(page).getByText('"@ana.ferreira"').waitFor();
    await page.locator('#tabs [aria-current]').focus();
    await walkTo('Share', 'Tab');
    await briefly(page, 'Copied', () => page.keyboard.press('Enter'));
    const link: string = await page.evaluate<string>('navigator.clipboard.readText()');
    const opened = await open(context, new URL(link).hash);
    expect(await textOf(opened)).toContain('query Walk');
  });

  it('loads at most 0.7 MB before it can be used', async () => {
    const page = await (await newContext()).newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(`${gateway.url}/explorer`);
    await page.locator('[data-ready]').waitFor();
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(FIRST_LOAD);
  });

  it.each(LOOKS)('is accessible in every state: $width pixels, $colorScheme', async (look) => {
    const { width, colorScheme } = look;
    const page = await open(
      await newContext({ viewport: { width, height: 844 }, colorScheme, bypassCSP: true }),
    );
    const check = async (state: string) =>
      expect([state, await findingsOn(page, [look])]).toEqual([state, []]);
    await check('empty');
    await button(page, 'Run').click();
    await page.locator('#meta').getByText('platform calls').waitFor();
    await check('response');
    for (const view of ['Table', 'Calls', 'JSON']) {
      await button(page, view).click();
      await check(view);
    }
    await button(page, 'Search').click();
    await check('search');
    await button(page, 'Save').click();
    await button(page, 'Show').click();
    await page.getByRole('button', { name: /^Move My classes/ }).click();
    await check('choosing a folder');
    await page.keyboard.type('Folder');
    await page.keyboard.press('Enter');
    await page.getByText('Folder (1)').waitFor();
    await page.locator('#close-library').click();
    for (const panel of ['docs', 'library']) {
      await page.locator(`#toggle-${panel}`).click();
      await page.locator(`#${panel} .panel-body button`).first().waitFor();
      await check(panel);
      await page.locator(`#close-${panel}`).click();
    }
    await follow(page);
    await events(page).getByText('"notification": null').waitFor();
    await check('live');
    await page.keyboard.press('Alt+n');
    await page.keyboard.insertText('{ nothing }');
    await page.keyboard.press('Control+Enter');
    await status(page).getByText('400').waitFor();
    // The editor marks it a moment later.
    await operation(page).locator('.cm-lintRange-error').waitFor();
    await check('error');
    await button(page, '1 problem').click();
    await check('problems');
    // The schema was another one when this visitor looked last.
    await page.evaluate(
      `localStorage.setItem('gateway.explorer.schema', JSON.stringify({ at: 0, text: 'type Query { gone: Int }' }))`,
    );
    await page.reload();
    await button(page, 'Show').click();
    await page.getByRole('list', { name: 'Changes of the schema' }).waitFor();
    await check('changes');
  });

  it('asks no other machine for anything, and violates no policy', () => {
    expect(browser.askedOutside).toEqual([]);
    expect(browser.problems).toEqual([]);
  });
});
