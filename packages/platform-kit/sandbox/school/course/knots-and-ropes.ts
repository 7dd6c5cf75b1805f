import { course } from '../course-outline.ts';

export const knotsAndRopes = course({
  id: 'c-knots',
  name: 'Knots and Ropes',
  about: 'Eight knots that hold, and how each one fails.',
  cover: 'cover-mountains',
  objectives: [
    { id: 'o-tie', name: 'Tie and inspect', lessons: ['l-figure-eight', 'l-bowline', 'l-clove-hitch'] },
    { id: 'o-anchor', name: 'Build an anchor', lessons: ['l-anchor'] },
  ],
  levels: [
    {
      id: 'lv-knots-1',
      name: 'Hands',
      lessons: [
        { id: 'l-figure-eight', name: 'Figure Eight', about: 'The knot to know first.', minutes: 10 },
        { id: 'l-bowline', name: 'Bowline', about: 'The rabbit and the tree.', minutes: 10 },
        {
          id: 'l-clove-hitch',
          name: 'Clove Hitch',
          about: 'Quick on, quick off.',
          minutes: 10,
          after: ['l-figure-eight'],
        },
      ],
    },
    {
      id: 'lv-knots-2',
      name: 'Systems',
      after: ['lv-knots-1'],
      lessons: [
        {
          id: 'l-anchor',
          name: 'Anchors',
          about: 'Three points, equal load, no surprise.',
          minutes: 60,
          instructorGraded: true,
          assessment: true,
        },
      ],
    },
  ],
});
