import { describe, expect, it } from 'vitest';
import { json, status } from './support/faults.ts';
import { as, codesByPath, countByRoute, type TestGateway } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

describe('users', () => {
  const gateway = suiteGateway();

  it('returns the pictures of the signed-in user as JPEG', async () => {
    const { data, calls } = await gateway.student(
      `{ me { profileImage { base64 dataUri byteLength } coverImage { byteLength } } }`,
    );
    const { base64, dataUri, byteLength } = data.me.profileImage;
    const bytes = Buffer.from(base64, 'base64');
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
    expect(byteLength).toBe(bytes.length);
    expect(dataUri).toBe(`data:image/jpeg;base64,${base64}`);
    expect(countByRoute(calls)).toEqual({
      'GET /user/v1/my/profile/picture': 1,
      'GET /user/v1/my/profile/cover': 1,
    });
  });

  it.each([
    ['a JSON string', json('/9j/2Q==')],
    ['a data URI', json('data:image/jpeg;base64,/9j/2Q==')],
    ['an object', json({ data: '/9j/2Q==' })],
  ])('reads a picture sent as %s', async (_, fault) => {
    gateway.faults.set('GET /user/v1/my/profile/picture', fault);
    const { data } = await gateway.student(`{ me { profileImage { base64 byteLength } } }`);
    expect(data.me.profileImage).toEqual({ base64: '/9j/2Q==', byteLength: 4 });
  });

  it('is null for a missing picture', async () => {
    const { data, errors } = await gateway.query(`{ me { profileImage { byteLength } } }`, {
      as: as.bearer(gateway.sandbox.issueToken(pictureless(gateway))),
    });
    expect(data.me.profileImage).toBeNull();
    expect(errors).toEqual([]);
  });

  it('reads the profile only if one of its members is selected', async () => {
    const read = async (selection: string) => {
      const { calls } = await gateway.student(`{ me { ${selection} } }`);
      return Object.keys(countByRoute(calls));
    };
    expect(await read('notifications { totalCount }')).toEqual(['GET /notifications/v1']);
    expect(await read('friends { user { id } }')).toEqual(['GET /user/v1/my/friends']);
    expect(await read('__typename')).toEqual([]);
    expect(await read('id')).toEqual(['GET /user/v1/my/profile']);
    expect(await read('id email anonymous organizationRoles { role }')).toEqual(['GET /user/v1/my/profile']);
  });

  it('shows what does not need the profile if the profile fails', async () => {
    gateway.faults.set('GET /user/v1/my/profile', status(403));
    const { data, errors } = await gateway.query(
      '{ me { friends { user { id } } } profile: me { ...Names email friends { user { id } } } } fragment Names on Person { handle }',
      { as: as.student },
    );
    expect(data.me).toEqual({ friends: expect.any(Array) });
    expect(data.profile).toEqual({ handle: null, email: null, friends: expect.any(Array) });
    expect(codesByPath(errors)).toEqual({ 'profile.handle': 'FORBIDDEN', 'profile.email': 'FORBIDDEN' });
    const withId = await gateway.query('{ me { id friends { user { id } } } }', { as: as.student });
    expect(withId.data).toEqual({ me: null });
    expect(codesByPath(withId.errors)).toEqual({ 'me.id': 'FORBIDDEN' });
  });

  it('shows the same fields of the signed-in user and of others to one fragment', async () => {
    const { data } = await gateway.student(
      `{ me { ...Name friends { user { ...Name } } } } fragment Name on Person { id handle }`,
    );
    expect(data.me).toMatchObject({ id: 'u-ana', handle: '@ana.ferreira' });
    expect(data.me.friends[0].user).toEqual({ id: expect.any(String), handle: expect.stringMatching('@') });
  });

  it.each([
    [
      'a map',
      { 'org-1': 'lead', 'org-2': null },
      [
        ['org-1', 'lead'],
        ['org-2', null],
      ],
    ],
    ['an empty map', {}, []],
    ['null', null, null],
  ])('reads roles in organizations from %s', async (_what, organizationRoles, roles) => {
    gateway.faults.set('GET /user/v1/my/profile', json({ userId: 'u-ana', organizationRoles }));
    const { data } = await gateway.student('{ me { organizationRoles { organizationId role } } }');
    expect(data.me.organizationRoles).toEqual(
      roles?.map(([organizationId, role]) => ({ organizationId, role })) ?? null,
    );
  });

  it.each([[['lead']], [{ 'org-1': { name: 'lead' } }], ['lead']])(
    'reports roles of another form: %j',
    async (organizationRoles) => {
      gateway.faults.set('GET /user/v1/my/profile', json({ userId: 'u-ana', organizationRoles }));
      const { data, errors } = await gateway.query('{ me { id organizationRoles { role } } }', {
        as: as.student,
      });
      expect(data.me).toEqual({ id: 'u-ana', organizationRoles: null });
      expect(codesByPath(errors)).toEqual({ 'me.organizationRoles': 'UPSTREAM_BAD_RESPONSE' });
    },
  );

  describe('a field of a user', () => {
    const COMMON =
      'id handle firstName lastName userType accountType country profilePicId coverPhotoId anonymous';

    it('that the platform promises and omits fails alone; one that it sends as null is null', async () => {
      const row = { userId: 'u-bare', firstName: 'Bo', lastName: null, anonymous: false, country: null };
      gateway.faults.set('GET /user/v1/my/friends', json([row]));
      const { data, errors } = await gateway.query(`{ me { friends { user { ${COMMON} } } } }`, {
        as: as.student,
      });
      const missing = ['handle', 'userType', 'accountType'];
      expect(codesByPath(errors)).toEqual(
        Object.fromEntries(missing.map((name) => [`me.friends.0.user.${name}`, 'UPSTREAM_BAD_RESPONSE'])),
      );
      const sent = { id: 'u-bare', firstName: 'Bo', lastName: null, country: null, profilePicId: null };
      expect(data.me.friends[0].user).toMatchObject(sent);
    });

    it.each([
      ['the flag', { anonymous: true, firstName: 'Bo' }, true],
      ['the flag', { anonymous: false }, false],
      ['no flag and no name', {}, true],
      ['no flag and a name', { lastName: 'Berg' }, false],
    ])('says that a user is anonymous by %s', async (_what, row, anonymous) => {
      gateway.faults.set('GET /user/v1/my/profile', json({ userId: 'u-bo', ...row }));
      const { data } = await gateway.student('{ me { anonymous } }');
      expect(data.me).toEqual({ anonymous });
    });
  });

  it('lists all users with public search without a term, with separate cursors', async () => {
    const list = `query ($term: String, $after: String) {
      searchUsers(term: $term, first: 5, after: $after) { nodes { id } totalCount pageInfo { endCursor } }
    }`;
    const { data, calls } = await gateway.student(list);
    expect(calls).toEqual(['GET /user/v1/search?limit=5&page=1']);
    const { nodes, totalCount, pageInfo } = data.searchUsers;
    expect(nodes).toHaveLength(5);
    const searched = await gateway.student(list, { term: 'a' });
    expect(totalCount).toBeGreaterThan(searched.data.searchUsers.totalCount);
    const next = await gateway.student(list, { after: pageInfo.endCursor });
    expect(next.calls).toEqual(['GET /user/v1/search?limit=5&page=2']);
    for (const term of ['', 'null']) {
      const { errors: refused } = await gateway.query(list, {
        as: as.student,
        variables: { term, after: pageInfo.endCursor },
      });
      expect(codesByPath(refused)).toEqual({ searchUsers: 'BAD_USER_INPUT' });
    }
  });

  it('selects random users separately for each alias', async () => {
    const { data, calls } = await gateway.student(
      `{ a: randomUsers(count: 3) { user { id } } b: randomUsers(count: 3) { user { id } } }`,
    );
    expect(data.a).toHaveLength(3);
    expect(calls).toEqual(['GET /user/v1/search/random?count=3', 'GET /user/v1/search/random?count=3']);
  });

  it.each([
    ['2012-02-29', '2012-02-29'],
    ['2012-08-31T00:00:00+05:00', '2012-08-31'],
    ['2012-08-31T23:30:00-02:00', '2012-08-31'],
  ])('sends the date of birth %s as %s', async (dateOfBirth, sent) => {
    const { errors } = await gateway.query(
      `mutation ($input: CreateAnonymousUserInput!) { createAnonymousUser(input: $input) { user { id } } }`,
      { variables: { input: { dateOfBirth } } },
    );
    expect(errors).toEqual([]);
    expect(JSON.parse(gateway.requests.at(-1)?.body ?? '')).toMatchObject({ dateOfBirth: sent });
  });

  it('returns the tokens of an anonymous user once, wherever the platform puts them', async () => {
    const session = { token: 'secret', hint: 'inner' };
    gateway.faults.set('PUT /user/v1/my/profile', json({ userId: 77, session, hint: 'hello' }));
    const { data } = await gateway.query(
      `mutation { createAnonymousUser(input: {}) { token { accessToken extra } extra } }`,
    );
    expect(data.createAnonymousUser).toEqual({
      token: { accessToken: 'secret', extra: { hint: 'inner' } },
      extra: { hint: 'hello' },
    });
  });

  it('creates an anonymous user if the platform returns no session', async () => {
    const parentFlags = { cameraDisabled: true };
    gateway.faults.set(
      'PUT /user/v1/my/profile',
      json({ userId: 77, handle: '@quiet', parentFlags, hint: 'hello' }),
    );
    const { data, errors } = await gateway.query(
      `mutation { createAnonymousUser(input: {}) {
        user { id handle } details { parentFlags { cameraDisabled } } token { accessToken } extra } }`,
    );
    expect(errors).toEqual([]);
    expect(data.createAnonymousUser).toEqual({
      user: { id: '77', handle: '@quiet' },
      details: { parentFlags },
      token: null,
      extra: { hint: 'hello' },
    });
  });
});

function pictureless({ sandbox }: TestGateway): string {
  const user = sandbox.school.users.find(({ profilePic, anonymous }) => profilePic === null && !anonymous);
  if (!user) throw new Error('everybody in the school has a picture');
  return user.userId;
}
