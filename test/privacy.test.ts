// @module-tag redis-server
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Canaries, canarySchool, formsOf, PHOTO, searchFor } from './privacy/canaries.ts';
import { contentOf, type RedisWatch, watchRedis } from './privacy/redis-content.ts';
import { settle, walk } from './reach/walk.ts';
import { type Collector, startCollector } from './support/collector.ts';
import { answer, json, status } from './support/faults.ts';
import { deliver } from './support/fleet-ask.ts';
import { as, startGateway, type TestGateway } from './support/gateway.ts';
import { listen } from './support/listen.ts';
import { readStream } from './support/read-stream.ts';
import { type RedisServer, startRedis } from './support/redis.ts';
import { until } from './support/until.ts';
import { DOCUMENTS } from './transports/hostile/documents.ts';
import { PERSISTED } from './transports/hostile/http.ts';
import { PLUGIN } from './transports/hostile/plugin.ts';
import { VALUES } from './transports/hostile/values.ts';

const PERSON = 'handle firstName lastName profilePicId coverPhotoId';
const DETAILS = `militaryGrade displayRank displayDutyTitle gender civilianGrade civilianBand jobSeriesNumber
  jobTitle`;
const LISTED = `user { id ${PERSON} } details { ${DETAILS} }`;
const EVERYTHING = `{
  me { id email ${PERSON} ${DETAILS} profileImage { base64 dataUri } coverImage { base64 } friends { ${LISTED} } }
  searchUsers(first: 100) { edges { node { id ${PERSON} } details { ${DETAILS} } } }
  randomUsers(count: 25) { ${LISTED} }
  classes(first: 3) { nodes { students { ${LISTED} } instructors { ${LISTED} } } }
  leaderboard(first: 20) { nodes { userId user { id ${PERSON} } } }
}`;
/** Routes that fail in turn, with profiles in their responses. */
const FAILING = [
  'GET /user/v1/my/profile',
  'GET /user/v1/my/friends',
  'GET /user/v1/search',
  'GET /user/v1/search/random',
  'GET /edu/v1/class/list',
  'GET /edu/v1/class/structure',
  'GET /leaderboard/v1',
];
const RECEIVED =
  'subscription { notificationReceived { notification { text receiverId receiver { id } extra } } }';
const CHANGED = 'subscription { atoRequestChanged { request { id extra userId user { id } } } }';

/** Exercises the whole gateway with fixture users whose personal fields are unique strings. */
describe('profile data and credentials', { timeout: 60_000 }, () => {
  let gateway: TestGateway;
  let redis: RedisServer;
  let watch: RedisWatch;
  let collector: Collector;
  let canaries: Canaries;
  let tokens: Canaries;
  const shown: string[] = [];
  const errors: string[] = [];
  const sinks: Record<string, string[]> = {};

  beforeAll(async () => {
    const { school, canaries: personal } = await canarySchool();
    canaries = personal;
    [redis, collector] = await Promise.all([startRedis(), startCollector()]);
    watch = await watchRedis(redis);
    gateway = await startGateway({
      environment: {
        REDIS_URL: redis.url,
        LOG_LEVEL: 'trace',
        METRICS_PORT: '0',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        NOTIFICATION_POLL_INTERVAL: '100',
        LIMIT_RATE: '0',
      },
      sandbox: {
        school,
        // The fixture pictures are files; this one is a canary.
        intercept: (request, response) => {
          if (!/^\/user\/v1\/my\/profile\/(picture|cover)/.test(request.url ?? '')) return false;
          response.writeHead(200, { 'content-type': 'text/plain' }).end(PHOTO);
          return true;
        },
      },
    });
    await exercise();
    const { sandbox, metricsUrl } = gateway;
    sinks.metrics = [await (await fetch(metricsUrl ?? '')).text()];
    sinks['Redis, keys and values'] = await contentOf(redis);
    await gateway.close();
    sinks['Redis, commands'] = [...watch.lines];
    await plant();
    watch.stop();
    sinks['the log'] = gateway.logLines;
    sinks.traces = collector.bodies;
    sinks.errors = errors;
    expect(sandbox.school.users).toBe(school.users);
  });
  afterAll(() => Promise.all([collector.close(), redis.stop()]));

  /** Plants a canary at the end, to prove that the search finds one. */
  async function plant(): Promise<void> {
    const [planted = ''] = canaries.get('lastName') ?? [];
    await redis.command(
      'XADD',
      'planted',
      '*',
      'payload',
      JSON.stringify({ extra: JSON.stringify({ planted }) }),
    );
    sinks['planted in Redis'] = (await contentOf(redis)).filter((line) => line.startsWith('planted'));
    await until(() => watch.lines.some((line) => line.includes('planted')));
    sinks['planted in a command'] = watch.lines.filter((line) => line.includes('planted'));
  }

  const keep = ({ text, errors: reported }: { text: string; errors: readonly unknown[] }): void => {
    shown.push(text);
    errors.push(JSON.stringify(reported));
  };

  async function exercise(): Promise<void> {
    const world = await settle(gateway);
    tokens = new Map(
      Object.entries({
        token: [world.studentToken, world.instructorToken, world.leavingToken, world.sessionToken],
        'refresh token': [world.sessionRefreshToken],
        code: [world.code, world.deviceCode, world.atoCode],
        verifier: [world.codeVerifier, world.deviceCodeVerifier],
        'ATO token': [world.atoToken],
        'plugin credential': [world.plugin.slice('Basic '.length), 'demo-plugin-secret', 'demo-app-secret'],
      }),
    );
    const stop = await listenToAll();
    for (const walked of await walk(gateway, world)) keep(walked.result);
    keep(await gateway.query(EVERYTHING, { as: as.student }));
    await failWithProfiles();
    await receiveProfiles();
    await attack();
    stop();
  }

  /** Streams over both transports, each with an event. */
  async function listenToAll(): Promise<() => void> {
    const { url, sandbox } = gateway;
    const token = `Bearer ${sandbox.issueToken('u-kofi')}`;
    const plugin = as.plugin.authorization ?? '';
    const socket = listen(url, RECEIVED, { authorization: token });
    const requests = listen(url, CHANGED, { authorization: plugin });
    const events = await readStream(url, RECEIVED, { headers: { authorization: token } });
    await Promise.all([socket.reach(1), requests.reach(1), events.events.reach(1)]);
    sandbox.sendNotification({ receiver: 'u-kofi', text: 'Bring a pencil' });
    await sandbox.startAtoRequest();
    await Promise.all([socket.reach(2), requests.reach(2), events.events.reach(2)]);
    shown.push(JSON.stringify([socket.items, requests.items, events.events.items]));
    return () => {
      socket.stop();
      requests.stop();
      events.stop();
    };
  }

  /** The platform fails with profiles in its responses, which must be neither returned nor stored. */
  async function failWithProfiles(): Promise<void> {
    const profile = leakedProfile();
    const text = JSON.stringify(profile);
    const broken = Object.fromEntries(Object.keys(profile).map((name) => [name, [profile[name]]]));
    const faults = [
      status(500),
      answer(text.slice(0, -5)),
      answer(`<h1>${text}</h1>`, 'text/html'),
      json([{ ...broken, userId: { text } }]),
      json({ ...broken, userId: 'u-1', groupId: 'c-1', docs: [{ ...broken, userId: 'u-1' }], total: text }),
    ];
    for (const fault of faults) {
      for (const route of FAILING) gateway.faults.set(route, fault);
      keep(await gateway.query(EVERYTHING, { as: as.student }));
    }
    gateway.faults.clear();
  }

  /** The platform sends profile data in records that the gateway stores. */
  async function receiveProfiles(): Promise<void> {
    const profile = leakedProfile();
    for (const body of [
      { requestId: 'r-canary', userId: 'u-ana', status: 'in-progress', ...profile },
      { requestId: 'r-canary', userId: 'u-ana', status: 'completed', user: { userId: 'u-ana', ...profile } },
      { requestId: 'r-canary', status: 'completed', distributions: [{ id: 'd', owner: profile }] },
      { requestId: 'r-canary', status: 'under-review', ...unlisted() },
      { requestId: 'r-canary', distributions: [{ id: 'd', version: profile, ...unlisted() }] },
      // Listed names, with values in other forms than theirs.
      {
        requestId: 'r-canary',
        userId: profile.email,
        status: profile.email,
        complete: profile.lastName,
        organizationId: profile.lastName,
        providerId: unlisted(),
        user: profile.firstName,
        assessmentStatus: profile.jobTitle,
        createdDate: profile.gender,
      },
    ])
      expect(await deliver(gateway.url, gateway.sandbox, body)).toBe(200);
    await receiveNotification();
  }

  /** A notification of the platform that says more than it should, in listed members and in others. */
  async function receiveNotification(): Promise<void> {
    const authorization = `Bearer ${gateway.sandbox.issueToken('u-kofi')}`;
    const stream = listen(gateway.url, RECEIVED, { authorization });
    await stream.reach(1);
    const profile = leakedProfile();
    gateway.faults.set(
      'GET /notifications/v1',
      json([
        {
          notificationId: 'n-canary',
          text: 'Bring a rope',
          path: profile,
          textParameters: unlisted(),
          acknowledge: profile.lastName,
          createdDate: new Date().toISOString(),
          receiver: { userId: 'u-kofi', ...profile },
          ...unlisted(),
        },
      ]),
    );
    await until(() => JSON.stringify(stream.items).includes('Bring a rope'));
    gateway.faults.clear();
    stream.stop();
  }

  /** Profile data under names that the contract does not have. */
  function unlisted(): Record<string, unknown> {
    const { email = '', firstName = '', lastName = '', jobTitle = '' } = leakedProfile();
    return {
      contactEmail: email,
      owner: { name: firstName, phone: lastName },
      requester: { userId: 'u-ana', fullName: lastName, photo: PHOTO },
      reviewers: [{ contact: { mail: email } }, firstName],
      appName: jobTitle,
      [lastName]: true,
    };
  }

  /** A profile with the documented field names. */
  const leakedProfile = (): Record<string, string> =>
    Object.fromEntries(
      [...canaries].filter(([kind]) => kind !== 'photo').map(([field, [text = '']]) => [field, text]),
    );

  async function attack(): Promise<void> {
    const target = { url: gateway.url, port: Number(new URL(gateway.url).port) };
    for (const [, run] of [...DOCUMENTS, ...VALUES, ...PERSISTED, ...PLUGIN])
      errors.push((await run(target)).text);
  }

  it('are shown to authorized callers', () => {
    expect(searchFor(canaries)(shown.join('\n')).toSorted()).toEqual([...canaries.keys()].toSorted());
  });

  it.each(['Redis, keys and values', 'Redis, commands', 'the log', 'metrics', 'traces', 'errors'])(
    'do not appear in %s',
    (name) => {
      const texts = sinks[name] ?? [];
      expect(texts.join('').length).toBeGreaterThan(500);
      const find = searchFor(canaries, tokens);
      const isClean = find(texts.join('\n')).length === 0;
      const leaks = isClean
        ? []
        : texts.flatMap((text) => find(text).map((kind) => `${kind} in ${text.slice(0, 300)}`));
      expect(leaks).toEqual([]);
    },
  );

  it('would be found in any encoding', () => {
    const find = searchFor(canaries, tokens);
    for (const [kind, [text = '']] of [...canaries, ...tokens]) {
      for (const form of formsOf(text)) expect(find(`{"a":"${form}"}`), form).toContain(kind);
      for (const before of ['', 'a', 'ab']) {
        const hidden = Buffer.from(`${before}${text}, and more`).toString('base64');
        expect(find(hidden), `${kind}: ${hidden}`).toContain(kind);
      }
    }
    for (const name of ['planted in Redis', 'planted in a command'])
      expect(find((sinks[name] ?? []).join('\n')), name).toEqual(['lastName']);
    expect(find('Bring a pencil')).toEqual([]);
  });

  it('are searched for in sinks that contain the permitted data', () => {
    const kept = (sinks['Redis, keys and values'] ?? []).join('\n');
    expect(kept).toContain('Bring a pencil');
    expect(kept).toContain('r-canary');
    expect(kept).toContain('Bring a rope');
    expect((sinks['Redis, commands'] ?? []).join('\n')).toContain('Bring a pencil');
    expect((sinks['the log'] ?? []).join('\n')).toContain('OPERATION_TOO_EXPENSIVE');
  });
});
