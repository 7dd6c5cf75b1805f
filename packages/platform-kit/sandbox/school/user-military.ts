import { adult } from './person.ts';
import type { User } from './user.ts';

const vanguard = { 'org-vanguard': 'member' };

/** Members of Vanguard, with grades, ranks and duty titles. */
export const military: readonly User[] = [
  adult('u-reyes', 'Isabel', 'Reyes', {
    gender: 'female',
    profilePic: 'portrait-05',
    coverPhoto: 'cover-night',
    organizationRoles: { 'org-vanguard': 'ato-owner' },
    role: 'student',
    militaryGrade: 'E-6',
    displayRank: 'SSG',
    displayDutyTitle: 'Squad Leader',
    skills: [{ name: 'Range safety', proficiency: 3 }],
  }),
  adult('u-okafor', 'Chidi', 'Okafor', {
    gender: 'male',
    profilePic: 'portrait-08',
    organizationRoles: vanguard,
    role: 'student',
    militaryGrade: 'E-4',
    displayRank: 'SPC',
    displayDutyTitle: 'Combat Medic',
    skills: [{ name: 'Tourniquet application', proficiency: 3 }],
  }),
  adult('u-lindqvist', 'Erik', 'Lindqvist', {
    gender: 'male',
    organizationRoles: vanguard,
    role: 'student',
    militaryGrade: 'O-2',
    displayRank: '1LT',
    displayDutyTitle: 'Platoon Leader',
  }),
  adult('u-tran', 'Linh', 'Tran', {
    gender: 'female',
    organizationRoles: vanguard,
    militaryGrade: 'E-5',
    displayRank: 'SGT',
    displayDutyTitle: 'Signal Support',
    hobbies: ['model rockets'],
  }),
  adult('u-begay', 'Dakota', 'Begay', {
    organizationRoles: vanguard,
    militaryGrade: 'W-2',
    displayRank: 'CW2',
    displayDutyTitle: 'Aviation Safety Officer',
  }),
  adult('u-hughes', 'Rhys', 'Hughes', {
    gender: 'male',
    country: 'GB',
    organizationRoles: vanguard,
    civilianGrade: 'GS-09',
    civilianBand: 'I',
    jobSeriesNumber: '0346',
    jobTitle: 'Logistics Specialist',
  }),
];
