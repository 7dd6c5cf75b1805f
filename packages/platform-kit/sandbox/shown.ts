import { type TObject, Type } from 'typebox';
import * as contract from '../contract/resources.ts';
import type { Course, User } from './school.ts';

/** The members of a record that a resource of the contract has. */
const shownAs =
  ({ properties }: TObject) =>
  (record: User | Course) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(properties, name)));

/** A course as the platform sends it. */
export const shownCourse = shownAs(contract.Course);

/** A user's own profile. */
export const ownProfile = shownAs(contract.OwnProfile);

/** A user in a friend list or search result. */
export const publicProfile = shownAs(contract.ListedUser);

export const anonymousProfile = shownAs(contract.AnonymousUser);

/** A user as a member of a class: grades and titles are omitted, because the contract does not list them there. */
export const memberProfile = shownAs(
  Type.Omit(contract.ClassMember, [
    'militaryGrade',
    'displayRank',
    'displayDutyTitle',
    'civilianGrade',
    'civilianBand',
    'jobSeriesNumber',
    'jobTitle',
  ]),
);
