import { randomUUID } from 'node:crypto';
import { callerOf } from '../credential.ts';
import { pageOf, windowOf } from '../paging.ts';
import { anonymousProfile, ownProfile, publicProfile } from '../profile.ts';
import { badRequest, notFound } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import { readPicture } from '../school/picture.ts';
import type { User } from '../school/user.ts';
import type { State } from '../state.ts';
import { sentGrant } from '../token-response.ts';
import type { Values } from '../values.ts';

const RANDOM_DEFAULT = 10;

/** Contract: Endpoints, User and profile. */
export const userHandlers = (state: State) =>
  ({
    readOwnProfile: (c) => c.json(ownProfile(callerOf(c, state).user)),

    createAnonymousUser: (c) => {
      const { values } = c.var;
      const clientId = knownClientId(state, values);
      const user = anonymousUser(clientId, ageOn(state.now(), Date.parse(values.text('dateOfBirth'))));
      const deviceToken = values.optionalText('deviceToken');
      state.users.set(user.userId, user);
      const grant = state.sessions.open({ userId: user.userId, clientId });
      const session = state.sessions.byRefreshToken(grant.refreshToken);
      if (session && deviceToken !== undefined) session.deviceToken = deviceToken;
      return c.json({ ...anonymousProfile(user), ...sentGrant(grant) });
    },

    listFriends: (c) => {
      const { user } = callerOf(c, state);
      return c.json(friendsOf(state, user.userId).map(publicProfile));
    },

    readProfilePicture: async (c) => c.text(await pictureAsBase64(callerOf(c, state).user.profilePic)),

    readCoverPhoto: async (c) => c.text(await pictureAsBase64(callerOf(c, state).user.coverPhoto)),

    searchUsers: (c) => {
      const { session } = callerOf(c, state);
      const { values } = c.var;
      const term = values.optionalText('term') ?? '';
      const found = searchable(state, session.clientId).filter((user) => matches(user, term));
      const { docs, page, total } = pageOf(found.map(publicProfile), windowOf(values));
      return c.json({ docs, page, total });
    },

    listRandomUsers: (c) => {
      const { session } = callerOf(c, state);
      const count = c.var.values.optionalInteger('count') ?? RANDOM_DEFAULT;
      if (count < 1) throw badRequest('count must be at least 1');
      return c.json(sample(searchable(state, session.clientId), count).map(publicProfile));
    },
  }) satisfies Handlers;

function friendsOf(state: State, userId: string): User[] {
  return state.friendships
    .filter((pair) => pair.includes(userId))
    .flatMap(([one, other]) => state.users.get(one === userId ? other : one) ?? []);
}

async function pictureAsBase64(imageId: string | null): Promise<string> {
  if (imageId === null) throw notFound('picture not found');
  return (await readPicture(imageId)).toString('base64');
}

/** The users of an app who have enabled public search. */
function searchable(state: State, clientId: string): User[] {
  return [...state.users.values()].filter(
    (user) => user.publicSearch && (user.appId === null || user.appId === clientId),
  );
}

function matches(user: User, term: string): boolean {
  const fullName = `${user.firstName ?? ''} ${user.lastName ?? ''}`;
  return [user.handle, fullName].some((text) => text.toLowerCase().includes(term.toLowerCase()));
}

function sample(users: User[], count: number): User[] {
  const rest = [...users];
  const chosen: User[] = [];
  while (chosen.length < count && rest.length > 0) {
    chosen.push(...rest.splice(Math.floor(Math.random() * rest.length), 1));
  }
  return chosen;
}

function knownClientId(state: State, values: Values): string {
  const clientId = values.text('clientId');
  if (!state.apps.has(clientId)) throw badRequest('clientId is not registered');
  return clientId;
}

function anonymousUser(clientId: string, age: number): User {
  const id = randomUUID();
  return {
    userId: `u-guest-${id}`,
    handle: `@guest-${id.slice(0, 8)}`,
    ...accountAtAge(age),
    country: 'US',
    profilePic: null,
    coverPhoto: null,
    anonymous: true,
    position: null,
    role: null,
    organizationRoles: {},
    trainer: false,
    trainee: false,
    appId: clientId,
    publicSearch: false,
    hobbies: [],
    skills: [],
  };
}

function accountAtAge(age: number): Pick<User, 'userType' | 'accountType'> {
  if (age < 13) return { userType: 'child', accountType: 'Kid' };
  if (age < 18) return { userType: 'teen-minor', accountType: 'Kid' };
  return { userType: 'adult', accountType: 'Adult' };
}

function ageOn(now: number, birth: number): number {
  if (birth > now) throw badRequest('dateOfBirth must not be in the future');
  const today = new Date(now);
  const birthday = new Date(birth);
  const years = today.getUTCFullYear() - birthday.getUTCFullYear();
  const hadBirthday =
    today.getUTCMonth() > birthday.getUTCMonth() ||
    (today.getUTCMonth() === birthday.getUTCMonth() && today.getUTCDate() >= birthday.getUTCDate());
  return hadBirthday ? years : years - 1;
}
