import { type TObject, Type } from 'typebox';
import { AnonymousUser, ClassMember, ListedUser, OwnProfile } from '../contract/resources.ts';
import type { User } from './school.ts';

/** What a profile of the contract shows of a user. */
const profileOf =
  ({ properties }: TObject) =>
  (user: User) =>
    Object.fromEntries(Object.entries(user).filter(([name]) => Object.hasOwn(properties, name)));

/** A user's own profile. */
export const ownProfile = profileOf(OwnProfile);

/** A user in a friend list or search result. */
export const publicProfile = profileOf(ListedUser);

export const anonymousProfile = profileOf(AnonymousUser);

/** A user as a member of a class: the contract lists none of the grades and titles there, only where they can be. */
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
