import { execFile } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { nameOf } from 'learning-platform-kit/contract/routes';
import {
  type DialectName,
  type RecordedRequest,
  type Sandbox,
  type School,
  startSandbox,
} from 'learning-platform-kit/sandbox';
import { school as demoSchool } from '../../packages/platform-kit/sandbox/school.ts';
import { request } from '../sandbox/platform.ts';
import { sourceEnvironment } from '../support/process-environment.ts';
import type { Deviation, Reply } from './deviating-platform.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The sandbox as the platform to check, with all variables of the command. */
export interface TriedPlatform {
  sandbox: Sandbox;
  /** All requests received so far. */
  requests: RecordedRequest[];
  environment: Record<string, string>;
  /** Makes this route deviate, as in `GET /edu/v1/course`, and no other. */
  deviate(route: string, deviation: Deviation): void;
}

/** Marks a request for the documented response of a route that deviates. */
const DOCUMENTED = 'x-documented';

export async function startTriedPlatform(
  school: School = demoSchool,
  dialect: DialectName = 'plain',
): Promise<TriedPlatform> {
  const requests: RecordedRequest[] = [];
  const received = new WeakMap<IncomingHttpHeaders, RecordedRequest>();
  let deviating: { route: string; deviation: Deviation } | null = null;
  const sandbox = await startSandbox({
    school,
    dialect,
    onRequest: (request) => {
      received.set(request.headers, request);
      if (!(DOCUMENTED in request.headers)) requests.push(request);
    },
    intercept: async ({ headers }, response) => {
      const request = received.get(headers);
      if (!request || DOCUMENTED in headers || deviating?.route !== nameOf(request)) return false;
      const reply = await deviating.deviation(request, () => documented(sandbox, request));
      response.writeHead(reply.status, reply.headers).end(reply.body);
      return true;
    },
  });
  const { app, credentials, xapi } = sandbox;
  const { requestId } = await sandbox.startAtoRequest();
  const environment = {
    PLATFORM_URL: sandbox.url,
    PLATFORM_NOTES_URL: sandbox.notesUrl,
    APP_CLIENT_ID: app.clientId,
    APP_CLIENT_SECRET: app.clientSecret,
    PLUGIN_CLIENT_ID: credentials.plugin.clientId,
    PLUGIN_CLIENT_SECRET: credentials.plugin.clientSecret,
    XAPI_HOME_PAGE: xapi.homePage,
    XAPI_BASE: xapi.base,
    XAPI_API_ID_BASE: xapi.apiIdBase,
    CONFORMANCE_USER_TOKEN: credentials.student,
    CONFORMANCE_INSTRUCTOR_TOKEN: credentials.instructor,
    CONFORMANCE_ATO_TOKEN: await atoToken(sandbox, requestId),
    CONFORMANCE_LOGOUT_TOKEN: sandbox.issueToken('u-tomas'),
    CONFORMANCE_REFRESH_TOKEN: credentials.studentRefreshToken,
    CONFORMANCE_DEVICE_TOKEN: 'device-of-ana',
    CONFORMANCE_REDIRECT_URI: app.redirectUri,
    CONFORMANCE_BUCKET_ID: 'trail-map',
    CONFORMANCE_ORG_ID: 'org-meridian',
    CONFORMANCE_ATO_REQUEST_ID: requestId,
  };
  requests.length = 0;
  const deviate = (route: string, deviation: Deviation) => {
    deviating = { route, deviation };
  };
  return { sandbox, requests, environment, deviate };
}

/** The documented response to a request. */
async function documented(
  { url: base, notesUrl }: Sandbox,
  { listener, method, url, headers, body }: RecordedRequest,
): Promise<Reply> {
  const { connection: _, host: __, 'content-length': ___, ...others } = headers;
  const response = await fetch(new URL(url, listener === 'notes' ? notesUrl : base), {
    method,
    headers: { ...(others as Record<string, string>), [DOCUMENTED]: 'yes' },
    body: body === '' ? null : body,
    redirect: 'manual',
  });
  const contentType = response.headers.get('content-type') ?? 'text/plain';
  return { status: response.status, headers: { 'content-type': contentType }, body: await response.text() };
}

async function atoToken(sandbox: Sandbox, requestId: string): Promise<string> {
  const { body } = await request(sandbox.url, '/oauth/v2/token', {
    method: 'POST',
    body: {
      client_id: sandbox.credentials.plugin.clientId,
      grant_type: 'authorization_code',
      code: sandbox.signOnToAto(requestId).code,
      code_verifier: 'v'.repeat(43),
    },
  });
  // A dialect may wrap it.
  return /"access_token":"([^"]*)"/.exec(JSON.stringify(body))?.[1] ?? '';
}

/** Seed data whose records have every documented member. */
export const fullSchool: School = {
  ...demoSchool,
  users: demoSchool.users.map((user) => ({
    firstName: 'Full',
    lastName: 'Record',
    email: 'full@school.example',
    parentFlags: { cameraDisabled: false, proximityFriends: true },
    militaryGrade: 'E-1',
    displayRank: 'PVT',
    displayDutyTitle: 'Trainee',
    gender: 'female',
    civilianGrade: 'GS-1',
    civilianBand: 'I',
    jobSeriesNumber: '0001',
    jobTitle: 'Guide',
    ...user,
    anonymous: false,
    publicSearch: true,
  })),
  classes: demoSchool.classes.map((group) => ({
    ...group,
    observers: [{ observerId: `o-${group.groupId}`, userId: 'u-hana' }],
  })),
  notes: demoSchool.notes.map((note) => ({ ...note, creatorId: 'u-ana' })),
};

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `npm run conformance` as a process with only the given environment. */
export const conformance = (environment: Record<string, string>, ...args: string[]): Promise<Finished> =>
  new Promise((resolve) => {
    const command = [join(ROOT, 'src/cli/conformance.ts'), ...args];
    const child = execFile(
      process.execPath,
      command,
      { cwd: ROOT, env: { ...sourceEnvironment(), ...environment }, maxBuffer: 10_000_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
