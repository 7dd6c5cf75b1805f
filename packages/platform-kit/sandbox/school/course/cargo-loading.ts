import { course } from '../course-outline.ts';

export const cargoLoading = course({
  id: 'c-cargo',
  name: 'Cargo Loading',
  about: 'Balance, lashing and paperwork for road and air.',
  managers: ['u-samuel'],
  objectives: [
    { id: 'o-balance', name: 'Balance a load', lessons: ['l-centre-of-mass', 'l-axle-load'] },
    { id: 'o-secure', name: 'Secure a load', lessons: ['l-lashing', 'l-load-inspection'] },
  ],
  levels: [
    {
      id: 'lv-cargo-1',
      name: 'Weight',
      lessons: [
        { id: 'l-centre-of-mass', name: 'Centre of Mass', about: 'Low and in the middle.', minutes: 25 },
        { id: 'l-axle-load', name: 'Axle Load', about: 'A see-saw with numbers.', minutes: 25 },
      ],
    },
    {
      id: 'lv-cargo-2',
      name: 'Straps',
      after: ['lv-cargo-1'],
      lessons: [
        { id: 'l-lashing', name: 'Lashing', about: 'Angles matter more than straps.', minutes: 40 },
        {
          id: 'l-load-inspection',
          name: 'Load Inspection',
          about: 'Find the five faults.',
          minutes: 45,
          after: ['l-lashing'],
          assessment: true,
          launch: ['truck=3axle'],
        },
      ],
    },
  ],
});
