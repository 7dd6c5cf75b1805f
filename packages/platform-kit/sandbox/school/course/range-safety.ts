import { course } from '../course-outline.ts';

export const rangeSafety = course({
  id: 'c-range',
  name: 'Range Safety',
  about: 'Rules, roles and commands on a firing range.',
  managers: ['u-samuel'],
  objectives: [
    { id: 'o-range-rules', name: 'Apply the rules', lessons: ['l-four-rules', 'l-range-commands'] },
    { id: 'o-range-officer', name: 'Act as safety officer', lessons: ['l-safety-officer'] },
  ],
  levels: [
    {
      id: 'lv-range-1',
      name: 'Rules',
      lessons: [
        { id: 'l-four-rules', name: 'Four Rules', about: 'They overlap on purpose.', minutes: 20 },
        {
          id: 'l-range-commands',
          name: 'Range Commands',
          about: 'Cease fire is for everybody.',
          minutes: 20,
        },
      ],
    },
    {
      id: 'lv-range-2',
      name: 'Responsibility',
      after: ['lv-range-1'],
      lessons: [
        {
          id: 'l-safety-officer',
          name: 'Safety Officer',
          about: 'One day in the orange vest.',
          minutes: 240,
          assessment: true,
          instructorGraded: true,
          public: false,
        },
      ],
    },
  ],
});
