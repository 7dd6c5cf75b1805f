import { type TObject, Type } from 'typebox';
import { AnonymousUser, ClassMember, ListedUser, OwnProfile } from '../contract/resources.ts';
import type { User } from './school.ts';

/** The members of a user in a profile of the contract. */
const profileOf =
  ({ properties }: TObject) =>
  (user: User) =>
    Object.fromEntries(Object.entries(user).filter(([name]) => Object.hasOwn(properties, name)));

/** A user's own profile. */
export const ownProfile = profileOf(OwnProfile);

/** A user in a friend list or search result. */
export const publicProfile = profileOf(ListedUser);

export const anonymousProfile = profileOf(AnonymousUser);

/** A user as a member of a class: grades and titles are omitted, because the contract does not list them there. */
export const memberProfile = profileOf(
  Type.Omit(ClassMember, [
    'militaryGrade',
    'displayRank',
    'displayDutyTitle',
    'civilianGrade',
    'civilianBand',
    'jobSeriesNumber',
    'jobTitle',
  ]),
);
