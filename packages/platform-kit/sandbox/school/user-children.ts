import { child, teen } from './person.ts';
import type { User } from './user.ts';

/** Children with their parents' flags, and teenagers. */
export const children: readonly User[] = [
  child('u-mina', 'Mina', 'Nwosu', {
    gender: 'female',
    country: 'NG',
    profilePic: 'portrait-03',
    parentFlags: { cameraDisabled: true, proximityFriends: false },
    role: 'student',
    hobbies: ['drawing dragons'],
  }),
  child('u-oliver', 'Oliver', "O'Malley", {
    gender: 'male',
    country: 'IE',
    parentFlags: { cameraDisabled: false, proximityFriends: true },
    role: 'student',
  }),
  child('u-zoe', 'Zoë', 'Baptiste', { gender: 'female', country: 'TT', role: 'student' }),
  child('u-theo', 'Theo', 'Brooks', {
    gender: 'male',
    parentFlags: { cameraDisabled: true, proximityFriends: true },
    role: 'student',
  }),
  child('u-anjali', 'Anjali', 'Perera', { gender: 'female', country: 'LK' }),
  teen('u-noor', 'Noor', 'Haddad', {
    gender: 'female',
    country: 'LB',
    profilePic: 'portrait-01',
    role: 'student',
    organizationRoles: { 'org-harbor': 'member' },
    hobbies: ['climbing', 'robotics'],
    skills: [{ name: 'Soldering', proficiency: 1 }],
  }),
  teen('u-sofia', 'Sofía', 'Álvarez', { gender: 'female', country: 'MX', role: 'student' }),
  teen('u-elif', 'Elif', 'Demir', { gender: 'female', country: 'TR', role: 'student' }),
  teen('u-finn', 'Finn', 'Eklund', { gender: 'male', country: 'SE', publicSearch: false }),
];
