import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { as, codesByPath } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { signOnToAto } from '../support/sign-in.ts';
import { suiteGateway, testGateway } from '../support/suite.ts';

const REQUEST = `query ($id: ID!) { atoRequest(id: $id) {
  id status complete cancellable userId distributions { distributionId name } organizationId receivedAt extra
} }`;
const STORED = `query ($id: ID!) { atoRequest(id: $id) { userId organizationId createdDate extra distributions { distributionId name platform version } } }`;
const STATUS = `mutation ($input: UpdateAtoStatusInput!) { updateAtoStatus(input: $input) { streamOutcome streamed } }`;
const ALERT = `mutation ($input: RaiseAtoAlertInput!) { raiseAtoAlert(input: $input) { streamOutcome streamed } }`;
const CHANGED = `subscription ($id: ID, $after: String) {
  atoRequestChanged(requestId: $id, after: $after) { cursor gap { reason } requestId status cancellable request { id status } }
}`;
const RAISED = `subscription ($id: ID!, $after: String) {
  atoAlertRaised(requestId: $id, after: $after) { cursor gap { reason } alert { title type status } }
}`;
const DISTRIBUTIONS = `subscription ($id: ID) {
  atoDistributionsChanged(requestId: $id) { cursor requestId distributions { distributionId } added { distributionId name } removed { distributionId } }
}`;
const PLUGIN = as.plugin.authorization ?? '';

describe('ATO requests', () => {
  const gateway = suiteGateway();

  const start = async (userId = 'u-ana') => (await gateway.sandbox.startAtoRequest({ userId })).requestId;
  const signOn = (requestId: string, state = requestId, userId = 'u-ana') =>
    signOnToAto(gateway, requestId, { state, userId });
  const deliver = (path: string, body: unknown, headers: Record<string, string> = as.plugin) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('are stored as the platform sends them, for the plugin to read', async () => {
    const id = await start();
    const { data, calls } = await gateway.plugin(REQUEST, { id });
    expect(data.atoRequest).toMatchObject({
      id,
      status: 'NOT_STARTED',
      complete: false,
      userId: 'u-ana',
      receivedAt: expect.any(String),
      organizationId: expect.any(String),
      extra: { assessmentStatus: 'not-started', providerId: null },
    });
    expect(calls).toEqual([]);
  });

  it('name the user who started them: by ID for the plugin, whole for that user', async () => {
    const id = await start();
    const { token } = await signOn(id);
    const document = 'query ($id: ID!) { atoRequest(id: $id) { userId user { id handle } } }';
    const read = async (credential: Record<string, string>) => {
      const { data, errors, calls } = await gateway.query(document, { as: credential, variables: { id } });
      expect(errors).toEqual([]);
      return { request: data.atoRequest, reads: calls.filter((call) => call.includes('/user/')) };
    };
    expect(await read(as.plugin)).toEqual({ request: { userId: 'u-ana', user: null }, reads: [] });
    expect(await read(as.bearer(token))).toEqual({
      request: { userId: 'u-ana', user: { id: 'u-ana', handle: '@ana.ferreira' } },
      reads: ['GET /user/v1/my/profile'],
    });
  });

  it('are listed newest first, page by page', async () => {
    const ids = [await start(), await start(), await start()];
    const list = `query ($after: String) { atoRequests(first: 2, after: $after) { nodes { id } totalCount pageInfo { hasNextPage endCursor } } }`;
    const first = await gateway.plugin(list);
    expect(first.data.atoRequests.nodes.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.data.atoRequests.pageInfo.hasNextPage).toBe(true);
    const second = await gateway.plugin(list, { after: first.data.atoRequests.pageInfo.endCursor });
    expect(second.data.atoRequests.nodes[0].id).toBe(ids[0]);
    expect(second.data.atoRequests.totalCount).toBe(first.data.atoRequests.totalCount);
  });

  it('are streamed to the plugin; a repeated delivery once, but S1, S2, S1 as three', async () => {
    const stream = listen(gateway.url, CHANGED, { authorization: PLUGIN, variables: { id: 'req-x' } });
    await stream.reach(1);
    const [s1, s2] = ['in-progress', 'under-review'].map((status) => ({ requestId: 'req-x', status }));
    for (const body of [s1, s1, s2, s2, s1]) {
      expect((await deliver('/plugin/ato/requests', body)).status).toBe(200);
    }
    await deliver('/plugin/ato/requests', { requestId: 'req-x', status: 'completed' });
    const items = await stream.reach(5);
    expect(items.slice(1).map(({ status }) => status)).toEqual([
      'IN_PROGRESS',
      'UNDER_REVIEW',
      'IN_PROGRESS',
      'COMPLETED',
    ]);
    stream.stop();
  });

  it('have one value: an event has the state of then, and its `request` is the current one', async () => {
    const STATE = 'status complete cancellable distributions { distributionId version } extra';
    const WHOLE = `id organizationId createdDate updatedDate receivedAt ${STATE}`;
    const document = `subscription ($after: String) { atoRequestChanged(requestId: "req-now", after: $after) {
      cursor requestId ${STATE} request { ${WHOLE} }
    } }`;
    const open = (after: string | null) =>
      listen(gateway.url, document, { authorization: PLUGIN, variables: { after } });
    const stream = open(null);
    const [position] = await stream.reach(1);
    const at = (version: string) => ({
      requestId: 'req-now',
      organizationId: 'org-1',
      updatedDate: `2026-05-0${version}`,
      distributions: [{ id: 'd-1', version }],
    });
    await deliver('/plugin/ato/requests', { ...at('1'), status: 'in-progress', cancellable: true });
    await stream.reach(2);
    await deliver('/plugin/ato/requests', { requestId: 'another', status: 'in-progress' });
    await deliver('/plugin/ato/requests', {
      ...at('2'),
      status: 'completed',
      complete: true,
      cancellable: false,
    });
    await stream.reach(3);
    stream.stop();

    const replayed = open(position.cursor);
    const [, first, second] = await replayed.reach(3);
    replayed.stop();
    expect(first).toMatchObject({
      requestId: 'req-now',
      status: 'IN_PROGRESS',
      complete: null,
      cancellable: true,
      distributions: [{ distributionId: 'd-1', version: '1' }],
      extra: { updatedDate: '2026-05-01' },
    });
    expect(second).toMatchObject({ status: 'COMPLETED', complete: true, distributions: [{ version: '2' }] });
    const { data } = await gateway.plugin(`{ atoRequest(id: "req-now") { ${WHOLE} } }`);
    expect([first.request, second.request]).toEqual([data.atoRequest, data.atoRequest]);
    expect(data.atoRequest).toMatchObject({
      organizationId: 'org-1',
      updatedDate: '2026-05-02T00:00:00.000Z',
      createdDate: null,
      status: 'COMPLETED',
    });
  });

  it('are accessible with the token of their own sign-on: reads, status, alerts, streams', async () => {
    const id = await start();
    const { token, bound } = await signOn(id);
    expect(bound).toBe(true);
    const ato = as.bearer(token);
    const changes = listen(gateway.url, CHANGED, { authorization: ato.authorization ?? '' });
    const alerts = listen(gateway.url, RAISED, { authorization: ato.authorization ?? '', variables: { id } });
    await Promise.all([changes.reach(1), alerts.reach(1)]);

    const status = await gateway.query(STATUS, {
      as: ato,
      variables: { input: { id, status: 'UNDER_REVIEW', cancellable: false } },
    });
    expect(status.data.updateAtoStatus).toEqual({ streamOutcome: 'SENT', streamed: true });
    const alert = await gateway.query(ALERT, {
      as: ato,
      variables: {
        input: { requestId: id, title: 'Missing', text: 'A document is missing', type: 'WARNING' },
      },
    });
    expect(alert.data.raiseAtoAlert).toEqual({ streamOutcome: 'SENT', streamed: true });

    expect((await changes.reach(2))[1]).toMatchObject({
      requestId: id,
      status: 'UNDER_REVIEW',
      cancellable: false,
      request: { id, status: 'UNDER_REVIEW' },
    });
    expect((await alerts.reach(2))[1].alert).toEqual({ title: 'Missing', type: 'WARNING', status: null });
    const { data } = await gateway.query(REQUEST, { as: ato, variables: { id } });
    expect(data.atoRequest).toMatchObject({ status: 'UNDER_REVIEW', cancellable: false });
    const list = await gateway.query('{ atoRequests { nodes { id } totalCount } }', { as: ato });
    expect(list.data.atoRequests).toEqual({ nodes: [{ id }], totalCount: 1 });
    changes.stop();
    alerts.stop();
  });

  it('are stored by a list of members and of forms for their values', async () => {
    const body = {
      requestId: 'req-private',
      userId: 'u-ana',
      organizationId: 'org-1',
      providerId: 7,
      documentationStatus: 'in-progress',
      createdDate: '2026-05-02T08:01:00.000Z',
      expiryDate: '2027-05-02',
      authorizedDate: null,
      owner: { userId: 'u-ana', name: 'Ana', phone: '+351 210 000 000' },
      // Values in another form than their member's.
      requester: { fullName: 'Ana Ferreira' },
      user: 'Ana',
      assessmentStatus: 'Ana is at it',
      updatedDate: 'since Ana came',
      // Members that are not listed.
      appName: 'Trail Map',
      contactEmail: 'ana@school.example',
      reviewers: [{ firstName: 'Marcus', task: 'review' }],
      distributions: [
        { id: 'd-1', name: 'Trail Map', platform: 'ios', version: '1.2', owner: 'Ana', country: 'PT' },
        { id: 'Ana Ferreira', name: { firstName: 'Ana' } },
        'Trail Map for Android',
      ],
    };
    await deliver('/plugin/ato/requests', body);
    const { data } = await gateway.plugin(STORED, { id: 'req-private' });
    expect(data.atoRequest).toEqual({
      userId: 'u-ana',
      organizationId: 'org-1',
      createdDate: '2026-05-02T08:01:00.000Z',
      extra: {
        providerId: 7,
        documentationStatus: 'in-progress',
        expiryDate: '2027-05-02',
        authorizedDate: null,
        owner: { userId: 'u-ana' },
      },
      distributions: [
        { distributionId: 'd-1', name: 'Trail Map', platform: 'ios', version: '1.2' },
        { distributionId: null, name: null, platform: null, version: null },
        { distributionId: null, name: 'Trail Map for Android', platform: null, version: null },
      ],
    });
  });

  it('are refused with an ID that may not be stored', async () => {
    const response = await deliver('/plugin/ato/requests', { requestId: 'Ana Ferreira' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('`requestId`: 1 to 256 letters');
    for (const requestId of ['ana@school.example', 'Açores', '+351210000000', 'a%40b', '', 'x'.repeat(257)])
      expect((await deliver('/plugin/ato/requests', { requestId })).status).toBe(400);
  });

  it.each(['rq/1', 'cnEx', 'cnE9PQ==', 'a+b~c|d#e', 'x'.repeat(256)])(
    'are accepted with the ID %s, which is stored as it was sent',
    async (requestId) => {
      const body = { requestId, userId: 'u/ana=1', distributions: [{ id: 'com.acme/ios' }] };
      expect((await deliver('/plugin/ato/requests', body)).status).toBe(200);
      const { data } = await gateway.plugin(STORED, { id: requestId });
      expect(data.atoRequest).toMatchObject({
        userId: 'u/ana=1',
        distributions: [{ distributionId: 'com.acme/ios' }],
      });
    },
  );

  it('are accepted with members in another form, which are null', async () => {
    const body = {
      requestId: 'req-forms',
      userId: { name: 'Ana' },
      user: { name: 'Ana Ferreira', id: 'u-ana' },
      distributions: {},
      status: 3,
    };
    expect((await deliver('/plugin/ato/requests', body)).status).toBe(200);
    const { data } = await gateway.plugin(STORED, { id: 'req-forms' });
    expect(data.atoRequest).toMatchObject({ userId: 'u-ana', distributions: [] });
    expect(JSON.stringify(data)).not.toContain('Ferreira');
    const refused = await deliver('/plugin/ato/distributions', { distributions: {} });
    expect(await refused.text()).toContain('requires the array `distributions`');
  });

  it.each([
    [{ userId: 'u-ana' }],
    [{ userId: null, user: { userId: 'u-ana', firstName: 'Ana' } }],
    [{ user: { id: 'u-ana' } }],
    [{ ownerId: 'u-ana' }],
    [{ owner: { _id: 'u-ana' } }],
    [{ user: 'Ana', requester: { userId: 'u-ana' } }],
    [{ requesterId: 'u-ana', reviewer: { userId: 'u-reyes' } }],
  ])('bind a sign-on to the user whom they name: %j', async (names) => {
    const id = await start('u-ana');
    const requestId = `req-${crypto.randomUUID()}`;
    await deliver('/plugin/ato/requests', { requestId, ...names });
    expect((await signOn(id, requestId)).bound).toBe(true);
    expect((await signOn(id, requestId, 'u-reyes')).bound).toBe(false);
  });

  it('do not bind one to a text that may be a name, or to somebody else', async () => {
    const id = await start('u-ana');
    for (const names of [
      { user: 'u-ana' },
      { reviewer: { userId: 'u-ana' } },
      { userId: 'u-reyes', owner: { userId: 'u-ana' } },
    ]) {
      const requestId = `req-${crypto.randomUUID()}`;
      await deliver('/plugin/ato/requests', { requestId, ...names });
      expect((await signOn(id, requestId)).bound).toBe(false);
    }
  });

  it('keep every status of the contract, whatever its member is called', async () => {
    await deliver('/plugin/ato/requests', {
      requestId: 'req-status',
      reviewStatus: 'under-review',
      legal_status: 'completed',
      maritalStatus: 'single',
      statusOf: 'completed',
    });
    const { data } = await gateway.plugin(STORED, { id: 'req-status' });
    expect(data.atoRequest.extra).toEqual({ reviewStatus: 'under-review', legal_status: 'completed' });
  });

  it.each([
    ['by `_id`', [{ _id: 'a' }], [{ _id: 'b' }], 'b'],
    ['by `appId`', [{ appId: 'a' }], [{ appId: 'b' }], 'b'],
    ['by an ID with a slash', [{ id: 'com.acme/ios' }], [{ id: 'com.acme/web' }], 'com.acme/web'],
    ['by what is not stored', [{ bundle: 'Ana Ferreira' }], [{ bundle: 'Kofi Mensah' }], null],
  ])('tell two sets of distributions apart %s', async (_how, before, after, distributionId) => {
    const requestId = `req-${crypto.randomUUID()}`;
    const plugin = listen(gateway.url, DISTRIBUTIONS, {
      authorization: PLUGIN,
      variables: { id: requestId },
    });
    await plugin.reach(1);
    for (const distributions of [before, before, after, after])
      await deliver('/plugin/ato/distributions', { requestId, distributions });
    await deliver('/plugin/ato/distributions', { requestId, distributions: [] });
    const [, , second, last] = await plugin.reach(4);
    expect(second.distributions).toEqual([{ distributionId }]);
    expect(last.distributions).toEqual([]);
    if (distributionId !== null)
      expect([second.added, second.removed]).toMatchObject([
        [{ distributionId }],
        [{ distributionId: expect.anything() }],
      ]);
    plugin.stop();
  });

  const ALERTS = `query ($id: ID!, $first: Int, $after: String) { atoRequest(id: $id) {
    alerts(first: $first, after: $after) { nodes { requestId title type raisedAt } totalCount isComplete pageInfo { hasNextPage endCursor } }
  } }`;

  it('have their past alerts, newest first and in pages, without a platform call', async () => {
    const [id, otherId] = [await start(), await start()];
    const [own, others] = [await signOn(id), await signOn(otherId)];
    const raise = (requestId: string, { token }: typeof own, title: string) =>
      gateway.query(ALERT, {
        as: as.bearer(token),
        variables: { input: { requestId, title, text: 'x', type: 'WARNING' } },
      });
    for (const title of ['One', 'Two', 'Three']) await raise(id, own, title);
    await raise(otherId, others, 'Of another request');

    const read = async (variables: object, credential: Record<string, string> = as.plugin) => {
      const { data, errors, calls } = await gateway.query(ALERTS, {
        as: credential,
        variables: { id, ...variables },
      });
      expect(errors).toEqual([]);
      expect(calls).toEqual([]);
      return data.atoRequest.alerts;
    };
    const first = await read({ first: 2 });
    expect(first).toMatchObject({ totalCount: 3, isComplete: true, pageInfo: { hasNextPage: true } });
    const alert = { requestId: id, type: 'WARNING', raisedAt: expect.any(String) };
    expect(first.nodes).toEqual([
      { ...alert, title: 'Three' },
      { ...alert, title: 'Two' },
    ]);
    await raise(id, own, 'Four');
    const second = await read({ first: 2, after: first.pageInfo.endCursor }, as.bearer(own.token));
    expect(second.nodes).toEqual([{ ...alert, title: 'One' }]);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  it('have an alert that was raised before in the same operation', async () => {
    const id = await start();
    const { token } = await signOn(id);
    const titles = 'request { alerts { nodes { title } } }';
    const { data, errors } = await gateway.query(
      `mutation ($id: ID!) {
        before: updateAtoStatus(input: { id: $id, status: IN_PROGRESS }) { ${titles} }
        raiseAtoAlert(input: { requestId: $id, title: "Now", text: "x" }) { alert { title } }
        after: updateAtoStatus(input: { id: $id, status: COMPLETED }) { ${titles} }
      }`,
      { as: as.bearer(token), variables: { id } },
    );
    expect(errors).toEqual([]);
    expect(data.before.request.alerts.nodes).toEqual([]);
    expect(data.after.request.alerts.nodes).toEqual([{ title: 'Now' }]);
  });

  it('show flags sent as strings, and an undocumented status in `extra`', async () => {
    const id = 'req-text';
    const shown = async () =>
      (await gateway.query(REQUEST, { as: as.plugin, variables: { id } })).data.atoRequest;
    await deliver('/plugin/ato/requests', {
      requestId: id,
      status: 'paused',
      complete: 'true',
      cancellable: 'maybe',
      organizationId: 'org-1',
    });
    expect(await shown()).toMatchObject({
      status: null,
      complete: true,
      cancellable: null,
      organizationId: 'org-1',
      extra: { status: 'paused' },
    });
    await deliver('/plugin/ato/requests', { requestId: id, status: 'in-progress', cancellable: 'false' });
    expect(await shown()).toMatchObject({ status: 'IN_PROGRESS', complete: true, cancellable: false });
    expect((await shown()).extra).toEqual({});
  });

  it('replace an unknown status of the platform by the one set through the graph', async () => {
    const id = await start();
    await deliver('/plugin/ato/requests', { requestId: id, status: 'paused' });
    const { token } = await signOn(id);
    await gateway.query(STATUS, {
      as: as.bearer(token),
      variables: { input: { id, status: 'COMPLETED' } },
    });
    const { data } = await gateway.plugin(REQUEST, { id });
    expect(data.atoRequest.status).toBe('COMPLETED');
    expect(data.atoRequest.extra).not.toHaveProperty('status');
  });

  it('stream distributions without a request to the plugin only, compared with the previous set', async () => {
    const id = await start();
    const { token } = await signOn(id);
    const plugin = listen(gateway.url, DISTRIBUTIONS, { authorization: PLUGIN });
    const mine = listen(gateway.url, DISTRIBUTIONS, { authorization: `Bearer ${token}` });
    await Promise.all([plugin.reach(1), mine.reach(1)]);
    const list = '{ atoRequests(first: 100) { nodes { id } totalCount } }';
    const before = await gateway.plugin(list);

    const send = async (...ids: string[]) =>
      (
        await deliver('/plugin/ato/distributions', {
          distributions: ids.map((one) => ({ id: one, name: one })),
        })
      ).status;
    expect([await send('a', 'b'), await send('a', 'b'), await send('b', 'c')]).toEqual([200, 200, 200]);
    await deliver('/plugin/ato/distributions', { requestId: id, distributions: [{ id: 'z' }] });

    const [, first, second, named] = await plugin.reach(4);
    expect(first).toMatchObject({
      requestId: null,
      distributions: [{ distributionId: 'a' }, { distributionId: 'b' }],
      added: [{ distributionId: 'a' }, { distributionId: 'b' }],
      removed: [],
    });
    expect(second).toMatchObject({
      requestId: null,
      distributions: [{ distributionId: 'b' }, { distributionId: 'c' }],
      added: [{ distributionId: 'c' }],
      removed: [{ distributionId: 'a' }],
    });
    expect(named).toMatchObject({ requestId: id });
    expect((await mine.reach(2)).map(({ requestId }) => requestId)).toEqual([null, id]);
    expect((await gateway.query(list, { as: as.plugin })).data).toEqual(before.data);
    plugin.stop();
    mine.stop();
  });

  describe('are closed to everyone else', () => {
    it.each([
      ['another plugin', 'limited-plugin:x'],
      ['a wrong secret', 'demo-plugin:wrong'],
    ])('%s', async (_, credential) => {
      const authorization = `Basic ${Buffer.from(credential).toString('base64')}`;
      const id = await start();
      const document = 'query ($id: ID!) { atoRequest(id: $id) { id } atoRequests { totalCount } }';
      const read = await gateway.query(document, { as: { authorization }, variables: { id } });
      expect(read.data.atoRequest).toBeNull();
      expect(codesByPath(read.errors)).toEqual({ atoRequest: 'FORBIDDEN', atoRequests: 'FORBIDDEN' });
      const stream = listen(gateway.url, RAISED, { variables: { id }, authorization });
      await stream.end();
      expect(stream.items).toEqual([]);
      expect(codesByPath(stream.errors)).toEqual({ atoAlertRaised: 'FORBIDDEN' });
      stream.stop();
    });

    it("one request's token reads no other request, and a code with another's `state` opens neither", async () => {
      const [mine, theirs] = [await start('u-ana'), await start('u-reyes')];
      const own = await signOn(mine);
      const other = await gateway.query(REQUEST, {
        as: as.bearer(own.token),
        variables: { id: theirs },
      });
      expect(codesByPath(other.errors)).toEqual({ atoRequest: 'FORBIDDEN' });

      const swapped = await signOn(mine, theirs);
      expect(swapped.bound).toBe(false);
      for (const id of [mine, theirs]) {
        const { data, errors } = await gateway.query(REQUEST, {
          as: as.bearer(swapped.token),
          variables: { id },
        });
        expect(data.atoRequest).toBeNull();
        expect(codesByPath(errors)).toEqual({ atoRequest: 'FORBIDDEN' });
      }
    });
  });

  describe('arrive through endpoints that', () => {
    it.each<[string, Record<string, string>, string, number]>([
      ['want a JSON body', { ...as.plugin, 'content-type': 'text/plain' }, 'requestId=r', 415],
      ['want good JSON', as.plugin, '{"requestId":', 400],
      ['want an object', as.plugin, '[]', 400],
      ['want a request id', as.plugin, '{"status":"completed"}', 400],
      ['want a body of bounded size', as.plugin, JSON.stringify({ requestId: 'x'.repeat(200_000) }), 413],
    ])('%s', async (_, headers, body, status) => {
      expect((await deliver('/plugin/ato/requests', body, headers)).status).toBe(status);
    });

    it.each([
      ['no set', { requestId: 'r' }],
      ['a request that is no id', { requestId: { id: 'r' }, distributions: [] }],
    ])('reject a distribution change with %s', async (_what, body) => {
      const response = await deliver('/plugin/ato/distributions', body);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('`distributions`');
    });

    it.each([
      ['no capabilities', {}],
      ['an empty list', { capabilityIds: [] }],
      ['what is no list', { capabilityIds: 'b-knots' }],
      ['what are no ids', { capabilityIds: [{ id: 'b-knots' }] }],
    ])('reject a candidate search with %s, with a message about the call', async (_what, body) => {
      const seen = gateway.requests.length;
      const response = await deliver('/plugin/mission-planner/candidates', body);
      expect(response.status).toBe(400);
      expect(JSON.parse(await response.text())).toEqual({
        error: { message: 'A candidate search needs `capabilityIds`: an array of at least one ID.' },
      });
      expect(gateway.requests).toHaveLength(seen);
    });

    it('accept only POST', async () => {
      const response = await fetch(`${gateway.url}/plugin/ato/requests`, { headers: as.plugin });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
    });

    it("run the mission planner's searches with the caller's credential", async () => {
      const found = await gateway.sandbox.searchMissionPlanner({ term: 'first aid' });
      expect(found?.status).toBe(200);
      const { capabilities } = bodyOf<{ capabilities: { id: string; name: string }[] }>(found);
      expect(capabilities.length).toBeGreaterThan(0);
      const candidates = await gateway.sandbox.searchMissionPlanner({
        capabilityIds: capabilities.map(({ id }) => id),
      });
      expect(candidates?.status).toBe(200);
      const graph = await gateway.plugin(
        'query ($ids: [ID!]!) { candidates(capabilityIds: $ids) { userId } }',
        { ids: capabilities.map(({ id }) => id) },
      );
      const { candidates: answered } = bodyOf<{ candidates: { userId: string }[] }>(candidates);
      expect(answered.map(({ userId }) => userId)).toEqual(
        graph.data.candidates.map(({ userId }: { userId: string }) => userId),
      );
    });
  });
});

/** The body the platform received from an endpoint, in the shape the test expects. */
function bodyOf<Body>(response: { body: unknown } | null): Body {
  if (!response) throw new Error('the platform called no endpoint');
  return response.body as Body;
}

describe('alerts past their retention', () => {
  it('are gone, which the list says', async () => {
    const clock = new FakeClock();
    const expiring = await testGateway({ clock, config: { eventRetention: 60_000 } });
    onTestFinished(clock.flow());
    const { requestId } = await expiring.sandbox.startAtoRequest({ userId: 'u-ana' });
    const token = as.bearer((await signOnToAto(expiring, requestId)).token);
    const raise = (title: string) =>
      expiring.query(ALERT, { as: token, variables: { input: { requestId, title, text: 'x' } } });
    const read = async () => {
      const document = 'query ($id: ID!) { atoRequest(id: $id) { alerts { nodes { title } isComplete } } }';
      const { data } = await expiring.plugin(document, { id: requestId });
      return data.atoRequest.alerts;
    };
    await raise('Old');
    expect(await read()).toEqual({ nodes: [{ title: 'Old' }], isComplete: true });
    await clock.advance(61_000);
    expect(await read()).toEqual({ nodes: [], isComplete: false });
    await raise('New');
    expect(await read()).toEqual({ nodes: [{ title: 'New' }], isComplete: false });
  });
});
