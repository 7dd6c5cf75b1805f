/** A class as the platform stores it. Contract: Resources, Class. */
export interface Class {
  groupId: string;
  name: string;
  joinCode: string;
  courseId: string;
  /** ISO 8601. The newest of a student's classes in one course is the current one. */
  createdDate: string;
  instructors: { instructorId: string; userId: string }[];
  students: { studentId: string; userId: string }[];
  observers: { observerId: string; userId: string }[];
}

interface ClassOutline {
  slug: string;
  name: string;
  joinCode: string;
  course: string;
  created: string;
  /** People by their user ID without the prefix `u-`. */
  instructors: string[];
  students: string[];
}

/** Creates the class `g-<slug>`, with the student IDs `s-<slug>-<person>`; the observer is in every class. */
function classOf({ slug, name, joinCode, course, created, instructors, students }: ClassOutline): Class {
  return {
    groupId: `g-${slug}`,
    name,
    joinCode,
    courseId: course,
    createdDate: `${created}T08:00:00.000Z`,
    instructors: instructors.map((person) => ({
      instructorId: `i-${slug}-${person}`,
      userId: `u-${person}`,
    })),
    students: students.map((person) => ({ studentId: `s-${slug}-${person}`, userId: `u-${person}` })),
    observers: [{ observerId: `ob-${slug}-ingrid`, userId: 'u-ingrid' }],
  };
}

/** All classes, in the platform's order. */
export const classes: readonly Class[] = [
  classOf({
    slug: 'first-aid-spring',
    name: 'First Aid, Spring Group',
    joinCode: 'SPRING-24',
    course: 'c-first-aid',
    created: '2026-03-02',
    instructors: ['marcus', 'hana'],
    students: [
      'ana',
      'tomas',
      'priya',
      'kofi',
      'leila',
      'yusuf',
      'amara',
      'diego',
      'mei',
      'patrick',
      'sigrid',
      'jamal',
      'chloe',
      'ravi',
      'nadia',
      'tane',
      'grace',
      'luca',
      'aroha',
      'viktor',
      'shanelle',
      'noor',
      'sofia',
      'guest-heron',
      'guest-otter',
    ],
  }),
  classOf({
    slug: 'land-nav-ridge',
    name: 'Ridge Walkers',
    joinCode: 'RIDGE-07',
    course: 'c-land-nav',
    created: '2026-01-12',
    instructors: ['marcus'],
    students: ['ana', 'tomas', 'priya', 'noor', 'tane', 'guest-heron'],
  }),
  classOf({
    slug: 'land-nav-night',
    name: 'Night Navigators',
    joinCode: 'NIGHT-11',
    course: 'c-land-nav',
    created: '2026-06-01',
    instructors: ['marcus'],
    students: ['ana', 'kofi', 'sigrid'],
  }),
  classOf({
    slug: 'radio-evening',
    name: 'Radio, Evening Class',
    joinCode: 'RADIO-19',
    course: 'c-radio',
    created: '2026-02-17',
    instructors: ['hana'],
    students: ['ana', 'tran', 'jamal', 'elif', 'finn'],
  }),
  classOf({
    slug: 'weather-club',
    name: 'Weather Club',
    joinCode: 'CLOUD-03',
    course: 'c-weather',
    created: '2026-04-08',
    instructors: ['hana', 'beatriz'],
    students: ['ana', 'leila', 'chloe', 'sofia', 'grace'],
  }),
  classOf({
    slug: 'knots-juniors',
    name: 'Junior Ropes',
    joinCode: 'KNOTS-02',
    course: 'c-knots',
    created: '2026-05-04',
    instructors: ['marcus'],
    students: ['mina', 'oliver', 'zoe', 'theo', 'anjali', 'noor'],
  }),
  classOf({
    slug: 'sailing-harbor',
    name: 'Harbor Sailors',
    joinCode: 'SAIL-15',
    course: 'c-sailing',
    created: '2026-05-18',
    instructors: ['marcus'],
    students: ['leila', 'yusuf', 'mei', 'nadia', 'luca', 'patrick'],
  }),
  classOf({
    slug: 'kitchen-kids',
    name: 'Kitchen Kids',
    joinCode: 'COOKIE-1',
    course: 'c-kitchen',
    created: '2026-03-21',
    instructors: ['hana'],
    students: ['mina', 'oliver', 'zoe', 'theo', 'anjali', 'guest-wren'],
  }),
  classOf({
    slug: 'first-aid-vanguard',
    name: 'Vanguard Medics',
    joinCode: 'MEDIC-68',
    course: 'c-first-aid',
    created: '2026-02-02',
    instructors: ['samuel'],
    students: ['reyes', 'okafor', 'lindqvist', 'tran', 'begay'],
  }),
  classOf({
    slug: 'range-vanguard',
    name: 'Vanguard Range Week',
    joinCode: 'RANGE-40',
    course: 'c-range',
    created: '2026-04-27',
    instructors: ['samuel'],
    students: ['reyes', 'okafor', 'lindqvist'],
  }),
  classOf({
    slug: 'teams-autumn',
    name: 'Team Leaders, Autumn',
    joinCode: 'TEAMS-08',
    course: 'c-teams',
    created: '2026-07-06',
    instructors: ['samuel', 'marcus'],
    students: ['ana', 'reyes', 'lindqvist', 'hughes', 'amara'],
  }),
  classOf({
    slug: 'drone-pilots',
    name: 'Drone Pilots',
    joinCode: 'DRONE-99',
    course: 'c-drone',
    created: '2026-06-15',
    instructors: ['samuel'],
    students: ['tran', 'begay', 'priya', 'finn', 'guest-lynx'],
  }),
];
