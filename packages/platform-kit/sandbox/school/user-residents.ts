import { adult } from './person.ts';
import type { User } from './user.ts';

const meridian = { 'org-meridian': 'member' };
const harbor = { 'org-harbor': 'member' };

/** Adult learners; some are parents of the children in `user-children.ts`. */
export const residents: readonly User[] = [
  adult('u-ana', 'Ana', 'Ferreira', {
    gender: 'female',
    country: 'PT',
    profilePic: 'portrait-01',
    coverPhoto: 'cover-forest',
    position: 'Trail Volunteer',
    role: 'student',
    organizationRoles: { 'org-meridian': 'member', 'org-harbor': 'ato-owner' },
    hobbies: ['bouldering', 'birdwatching'],
    skills: [
      { name: 'Portuguese', proficiency: 3 },
      { name: 'Knot tying', proficiency: 1 },
    ],
  }),
  adult('u-tomas', 'Tomáš', 'Novák', {
    gender: 'male',
    country: 'CZ',
    profilePic: 'portrait-02',
    organizationRoles: meridian,
    role: 'student',
    hobbies: ['chess'],
    skills: [{ name: 'Welding', proficiency: 3 }],
  }),
  adult('u-priya', 'Priya', 'Raman', {
    gender: 'female',
    country: 'IN',
    profilePic: 'portrait-05',
    organizationRoles: meridian,
    role: 'student',
    skills: [{ name: 'Data analysis', proficiency: 3 }],
  }),
  adult('u-kofi', 'Kofi', 'Mensah', {
    gender: 'male',
    country: 'GH',
    profilePic: 'portrait-06',
    organizationRoles: meridian,
    role: 'student',
    hobbies: ['drumming'],
  }),
  adult('u-leila', 'Leila', 'Haddad', {
    gender: 'female',
    country: 'LB',
    organizationRoles: harbor,
    role: 'student',
    skills: [{ name: 'Sailing', proficiency: 3 }],
  }),
  adult('u-yusuf', 'Yusuf', 'Demir', { gender: 'male', country: 'TR', organizationRoles: harbor }),
  adult('u-amara', 'Amara', 'Nwosu', {
    gender: 'female',
    country: 'NG',
    accountType: 'Parent',
    profilePic: 'portrait-03',
    organizationRoles: meridian,
  }),
  adult('u-diego', 'Diego', 'Álvarez-Núñez', { gender: 'male', country: 'MX', organizationRoles: meridian }),
  adult('u-mei', 'Mei', 'Zhang', { gender: 'female', country: 'CN', organizationRoles: harbor }),
  adult('u-patrick', 'Patrick', "O'Malley", {
    gender: 'male',
    country: 'IE',
    accountType: 'Parent',
    organizationRoles: harbor,
    hobbies: ['hurling'],
  }),
  adult('u-sigrid', 'Sigrid', 'Eklund', { gender: 'female', country: 'SE', organizationRoles: meridian }),
  adult('u-jamal', 'Jamal', 'Brooks', { gender: 'male', organizationRoles: meridian, role: 'student' }),
  adult('u-chloe', 'Chloé', 'Lefèvre', { gender: 'female', country: 'FR', organizationRoles: harbor }),
  adult('u-ravi', 'Ravi', 'Perera', { gender: 'male', country: 'LK', organizationRoles: meridian }),
  adult('u-nadia', 'Nadia', 'Kowalska', { gender: 'female', country: 'PL', organizationRoles: harbor }),
  adult('u-tane', 'Tāne', 'Walker', {
    gender: 'male',
    country: 'NZ',
    profilePic: 'portrait-08',
    organizationRoles: meridian,
    skills: [{ name: 'Te reo Māori', proficiency: 3 }],
  }),
  adult('u-grace', 'Grace', 'Achieng', { gender: 'female', country: 'KE', organizationRoles: meridian }),
  adult('u-luca', 'Luca', 'Moretti', { gender: 'male', country: 'IT', organizationRoles: harbor }),
  adult('u-aroha', 'Aroha', 'Ngata', { gender: 'female', country: 'NZ', publicSearch: false }),
  adult('u-viktor', 'Viktor', 'Petrov', { gender: 'male', country: 'BG', publicSearch: false }),
  adult('u-shanelle', 'Shanelle', 'Baptiste', {
    gender: 'female',
    country: 'TT',
    organizationRoles: meridian,
  }),
];
