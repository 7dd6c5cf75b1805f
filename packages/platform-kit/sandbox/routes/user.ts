import { randomUUID } from 'node:crypto';
import { forAnyone, forUsers } from '../callers.ts';
import { pageOf, windowOf } from '../paging.ts';
import { readPicture } from '../picture.ts';
import { badRequest, found } from '../refusal.ts';
import type { User } from '../school.ts';
import { sentGrant } from '../sessions.ts';
import { anonymousProfile, ownProfile, publicProfile } from '../shown.ts';
import type { State } from '../state.ts';
import { integerOf } from '../values.ts';

const RANDOM_DEFAULT = 10;

/** Contract: Endpoints, User and profile. */
export const userHandlers = (state: State) => ({
  ...forAnyone({
    createAnonymousUser: ({ values: { clientId, dateOfBirth, deviceToken } }) => {
      if (!state.apps.has(clientId)) throw badRequest('clientId is not registered');
      const user = anonymousUser(clientId, ageOn(state.now(), Date.parse(dateOfBirth)));
      state.users.set(user.userId, user);
      const grant = state.sessions.open({ userId: user.userId, clientId });
      const session = state.sessions.byRefreshToken(grant.refreshToken);
      if (session && deviceToken !== undefined) session.deviceToken = deviceToken;
      return { ...anonymousProfile(user), ...sentGrant(grant) };
    },
  }),

  ...forUsers(state, {
    readOwnProfile: ({ user }) => ownProfile(user),

    listFriends: ({ user }) => friendsOf(state, user.userId).map(publicProfile),

    readProfilePicture: ({ user }) => pictureAsBase64(user.profilePic),

    readCoverPhoto: ({ user }) => pictureAsBase64(user.coverPhoto),

    searchUsers: ({ session, values: { term = '', ...values } }) => {
      const matching = searchable(state, session.clientId).filter((user) => matches(user, term));
      const { docs, page, total } = pageOf(matching.map(publicProfile), windowOf(values));
      return { docs, page, total };
    },

    listRandomUsers: ({ session, values }) => {
      const count = integerOf('count', values.count ?? RANDOM_DEFAULT);
      if (count < 1) throw badRequest('count must be at least 1');
      return sample(searchable(state, session.clientId), count).map(publicProfile);
    },
  }),
});

function friendsOf(state: State, userId: string): User[] {
  return state.friendships
    .filter((pair) => pair.includes(userId))
    .flatMap(([one, other]) => state.users.get(one === userId ? other : one) ?? []);
}

async function pictureAsBase64(imageId: string | null): Promise<string> {
  return (await readPicture(found(imageId ?? undefined, 'picture'))).toString('base64');
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
  return Array.from({ length: Math.min(count, users.length) }).flatMap(() =>
    rest.splice(Math.floor(Math.random() * rest.length), 1),
  );
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
