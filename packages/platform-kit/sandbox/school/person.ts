import type { User } from './user.ts';

type Details = Partial<Omit<User, 'userId' | 'handle' | 'anonymous'>>;

/** An adult; the details override the defaults. */
export function adult(userId: string, firstName: string, lastName: string, details: Details = {}): User {
  return named(userId, firstName, lastName, 'adult', { accountType: 'Adult', ...details });
}

/** A person under 13, whose parent controls the camera and proximity friends. */
export function child(userId: string, firstName: string, lastName: string, details: Details = {}): User {
  return named(userId, firstName, lastName, 'child', {
    accountType: 'Kid',
    parentFlags: { cameraDisabled: false, proximityFriends: false },
    publicSearch: false,
    ...details,
  });
}

/** A person aged 13 to 17. */
export function teen(userId: string, firstName: string, lastName: string, details: Details = {}): User {
  return named(userId, firstName, lastName, 'teen-minor', { accountType: 'Kid', ...details });
}

/** A user without a name. Contract: Resources, User profile (anonymous user result). */
export function guest(userId: string, handle: string, details: Details = {}): User {
  return {
    userId,
    handle,
    userType: 'adult',
    anonymous: true,
    ...ordinary,
    accountType: 'Adult',
    trainee: false,
    appId: 'demo-app',
    ...details,
  };
}

const ordinary = {
  country: 'US',
  profilePic: null,
  coverPhoto: null,
  position: null,
  role: null,
  organizationRoles: {},
  trainer: false,
  trainee: true,
  appId: null,
  publicSearch: true,
  hobbies: [],
  skills: [],
} satisfies Details;

function named(
  userId: string,
  firstName: string,
  lastName: string,
  userType: User['userType'],
  details: Details & Pick<User, 'accountType'>,
): User {
  const handle = `@${plain(firstName)}.${plain(lastName)}`;
  return {
    userId,
    handle,
    firstName,
    lastName,
    email: `${handle.slice(1)}@school.example`,
    userType,
    anonymous: false,
    ...ordinary,
    ...details,
  };
}

/** The spelling for handles and e-mail addresses: `Álvarez-Núñez` becomes `alvareznunez`. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
