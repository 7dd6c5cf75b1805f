import { course } from '../course-outline.ts';

export const stargazing = course({
  id: 'c-stars',
  name: 'Stargazing for Beginners',
  about: 'Ten constellations, four planets, one warm coat.',
  cover: 'cover-night',
  objectives: [
    { id: 'o-find-north', name: 'Find north at night', lessons: ['l-polaris'] },
    { id: 'o-know-sky', name: 'Know the sky', lessons: ['l-constellations', 'l-planets'] },
  ],
  levels: [
    {
      id: 'lv-stars-1',
      name: 'First nights',
      lessons: [
        { id: 'l-polaris', name: 'Polaris', about: 'Five times the edge of the dipper.', minutes: 10 },
        {
          id: 'l-constellations',
          name: 'Constellations',
          about: 'Stories to remember shapes by.',
          minutes: 30,
          after: ['l-polaris'],
        },
        {
          id: 'l-planets',
          name: 'Planets',
          about: 'They do not twinkle.',
          minutes: 20,
          after: ['l-polaris'],
        },
      ],
    },
  ],
});
