// @module-tag slow
// @module-tag chromium
import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { findingsOn, LOOKS } from '../support/page-findings.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { signInOn } from '../support/sign-in.ts';
import { install } from '../walk/install.ts';
import { preview } from './stage.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = '@learning-platform/client';

const run = async (program: string, args: readonly string[], cwd: string): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd, env: processEnvironment() })).stdout;
const writeApp = (folder: string): Promise<string> =>
  run(process.execPath, [join(ROOT, 'src/start.js'), '--new', folder], ROOT);

describe('an app of one command', { timeout: 300_000 }, () => {
  let app: string;
  let gateway: TestGateway;
  let browser: OfflineBrowser;
  let server: ChildProcess | undefined;

  beforeAll(async () => {
    app = join(mkdtempSync(join(tmpdir(), 'new-')), 'My App');
    [gateway, browser] = await Promise.all([startGateway(), startChromium()]);
    await writeApp(app);
    const { devDependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
    const tarball = join(app, String(devDependencies[CLIENT]).replace(/^file:/, ''));
    await install(app, CLIENT, tarball, ['examples/web', '.']);
  }, 300_000);
  afterAll(async () => {
    server?.kill('SIGKILL');
    await Promise.all([browser.close(), gateway.close()]);
    rmSync(join(app, '..'), { recursive: true, force: true });
  });

  it('is the example, with nothing that leads back to this repository', () => {
    const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
    const example = JSON.parse(readFileSync(join(ROOT, 'examples/web/package.json'), 'utf8'));
    expect(manifest.name).toBe('my-app');
    expect({ ...manifest.devDependencies, [CLIENT]: '' }).toEqual({
      ...example.devDependencies,
      [CLIENT]: '',
    });
    const files = globSync('**/*.{ts,tsx,json,yml,html,md}', { cwd: app, exclude: ['node_modules/**'] });
    expect(files).toContain('src/app.tsx');
    for (const file of files)
      expect([file, readFileSync(join(app, file), 'utf8')]).not.toEqual([
        file,
        expect.stringContaining('../../'),
      ]);
  });

  it('is written to an empty folder alone', async () => {
    await expect(writeApp(app)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing was written: .*My App is not empty: choose another folder\.$/m),
    });
  });

  it('has its types checked, is built and passes its tests in one command, without a gateway', async () => {
    const output = stripVTControlCharacters(await run('npm', ['run', 'check'], app));
    expect(output).toMatch(/Tests {2}\d+ passed/);
    expect(existsSync(join(app, 'dist/index.html'))).toBe(true);
  });

  it('signs in and shows the classes on a desktop and a phone', async () => {
    const port = await freePort();
    const env = { ...processEnvironment(), GATEWAY_URL: gateway.url };
    server = await preview(join(app, 'node_modules/vite/bin/vite.js'), port, { cwd: app, env });
    const page = await (await browser.open()).newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    await signInOn(page);
    await page.getByRole('heading', { name: 'First Aid, Spring Group' }).waitFor();
    expect(await findingsOn(page, LOOKS)).toEqual([]);
    // A note that is written without a connection is saved once there is one.
    await page.getByRole('link', { name: 'First Aid, Spring Group' }).click();
    await page.getByLabel('New note').waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('New note').fill('Bring gloves');
    await page.getByRole('button', { name: 'Save note' }).click();
    const kept = page.getByRole('list', { name: 'Notes on this device' });
    await kept.getByText('Bring gloves').waitFor();
    expect(await findingsOn(page, LOOKS)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('list', { name: 'Notes', exact: true }).getByText('Bring gloves').waitFor();
    await expect.poll(() => kept.count()).toBe(0);
    // So is one whose page was left meanwhile.
    const address = page.url();
    await page.context().setOffline(true);
    await page.getByLabel('New note').fill('Bring a map');
    await page.getByRole('button', { name: 'Save note' }).click();
    await kept.getByText('Bring a map').waitFor();
    await page.goto('about:blank');
    await page.context().setOffline(false);
    await page.goto(address);
    await page.getByRole('list', { name: 'Notes', exact: true }).getByText('Bring a map').waitFor();
    expect(browser.askedOutside).toEqual([]);
    expect(
      browser.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(problem)),
    ).toEqual([]);
  });
});
