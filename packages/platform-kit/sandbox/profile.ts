import type { User } from './school/user.ts';

/** The fields of every profile; anonymous users have no names. */
function shared(user: User) {
  return {
    handle: user.handle,
    ...(user.firstName !== undefined && { firstName: user.firstName }),
    ...(user.lastName !== undefined && { lastName: user.lastName }),
    userType: user.userType,
    accountType: user.accountType,
    country: user.country,
    profilePic: user.profilePic,
    coverPhoto: user.coverPhoto,
    userId: user.userId,
    ...(user.parentFlags && { parentFlags: user.parentFlags }),
  };
}

function optional(user: User) {
  return {
    ...(user.militaryGrade !== undefined && { militaryGrade: user.militaryGrade }),
    ...(user.displayRank !== undefined && { displayRank: user.displayRank }),
    ...(user.displayDutyTitle !== undefined && { displayDutyTitle: user.displayDutyTitle }),
    ...(user.gender !== undefined && { gender: user.gender }),
    ...(user.civilianGrade !== undefined && { civilianGrade: user.civilianGrade }),
    ...(user.civilianBand !== undefined && { civilianBand: user.civilianBand }),
    ...(user.jobSeriesNumber !== undefined && { jobSeriesNumber: user.jobSeriesNumber }),
    ...(user.jobTitle !== undefined && { jobTitle: user.jobTitle }),
  };
}

/** A user's own profile. Contract: Resources, User profile. */
export function ownProfile(user: User) {
  return {
    ...shared(user),
    position: user.position,
    role: user.role,
    organizationRoles: user.organizationRoles,
    ...(user.email !== undefined && { email: user.email }),
    trainer: user.trainer,
    trainee: user.trainee,
    ...optional(user),
  };
}

/** A user in a friend list or search result. Contract: Resources, User profile. */
export function publicProfile(user: User) {
  return {
    ...shared(user),
    anonymous: user.anonymous,
    organizationRoles: user.organizationRoles,
    ...optional(user),
  };
}

/** Contract: Resources, User profile (anonymous user result). */
export function anonymousProfile(user: User) {
  return {
    handle: user.handle,
    userType: user.userType,
    accountType: user.accountType,
    country: user.country,
    profilePic: user.profilePic,
    coverPhoto: user.coverPhoto,
    userId: user.userId,
    anonymous: true,
  };
}

/** A user as a member of a class. Contract: Resources, Class (class structure). */
export function memberProfile(user: User) {
  return {
    ...shared(user),
    anonymous: user.anonymous,
    position: user.position,
    role: user.role,
    organizationRoles: user.organizationRoles,
    ...(user.gender !== undefined && { gender: user.gender }),
  };
}
