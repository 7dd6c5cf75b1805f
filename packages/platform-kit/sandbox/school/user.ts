import type { Static } from 'typebox';
import type { OwnProfile } from '../../contract/resources.ts';
import { children } from './user-children.ts';
import { guests } from './user-guests.ts';
import { military } from './user-military.ts';
import { residents } from './user-residents.ts';
import { staff } from './user-staff.ts';

/** A user with all stored fields; each route returns a subset. */
export type User = Static<typeof OwnProfile> & {
  userType: 'adult' | 'child' | 'teen-minor';
  accountType: 'Parent' | 'Kid' | 'Adult';
  anonymous: boolean;
  /** The app that created an anonymous user. Null: a user of every app. */
  appId: string | null;
  publicSearch: boolean;
  hobbies: string[];
  skills: { name: string; proficiency: number }[];
};

/** Every user's password on the sign-in page: this is demo data. */
export const DEMO_PASSWORD = 'demo';

export const users: readonly User[] = [...staff, ...residents, ...military, ...children, ...guests];

/** Pairs of friends; friendship is mutual. */
export const friendships: readonly (readonly [string, string])[] = [
  ['u-ana', 'u-tomas'],
  ['u-ana', 'u-priya'],
  ['u-ana', 'u-kofi'],
  ['u-ana', 'u-leila'],
  ['u-ana', 'u-noor'],
  ['u-ana', 'u-guest-heron'],
  ['u-tomas', 'u-priya'],
  ['u-tomas', 'u-diego'],
  ['u-kofi', 'u-amara'],
  ['u-leila', 'u-yusuf'],
  ['u-marcus', 'u-ingrid'],
  ['u-marcus', 'u-hana'],
  ['u-hana', 'u-samuel'],
  ['u-reyes', 'u-okafor'],
  ['u-reyes', 'u-lindqvist'],
  ['u-mina', 'u-oliver'],
  ['u-mina', 'u-zoe'],
  ['u-oliver', 'u-theo'],
  ['u-sofia', 'u-elif'],
];
