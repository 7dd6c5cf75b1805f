import { course } from '../course-outline.ts';

export const droneOperation = course({
  id: 'c-drone',
  name: 'Drone Operation',
  about: 'Plan, fly and land a small quadcopter where it is allowed.',
  cover: 'cover-night',
  objectives: [
    { id: 'o-plan-flight', name: 'Plan a flight', lessons: ['l-airspace', 'l-preflight'] },
    { id: 'o-fly', name: 'Fly precisely', lessons: ['l-hover', 'l-survey-flight'] },
  ],
  levels: [
    {
      id: 'lv-drone-1',
      name: 'Ground school',
      lessons: [
        { id: 'l-airspace', name: 'Airspace', about: 'Where not to fly.', minutes: 40 },
        { id: 'l-preflight', name: 'Preflight Check', about: 'Props, packs, permissions.', minutes: 15 },
      ],
    },
    {
      id: 'lv-drone-2',
      name: 'Air',
      after: ['lv-drone-1'],
      lessons: [
        {
          id: 'l-hover',
          name: 'Hover',
          about: 'Thirty seconds in a one-metre box.',
          minutes: 30,
          launch: ['simulator=quad', 'wind=3'],
        },
        {
          id: 'l-survey-flight',
          name: 'Survey Flight',
          about: 'Photograph one field, completely.',
          minutes: 60,
          after: ['l-hover'],
          assessment: true,
          launch: ['simulator=quad', 'field=north'],
        },
      ],
    },
  ],
});
