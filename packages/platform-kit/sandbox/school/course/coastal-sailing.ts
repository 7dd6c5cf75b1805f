import { course } from '../course-outline.ts';

export const coastalSailing = course({
  id: 'c-sailing',
  name: 'Coastal Sailing',
  about: 'Leave the harbor, come back to the same harbor.',
  cover: 'cover-harbor',
  objectives: [
    { id: 'o-handle-boat', name: 'Handle the boat', lessons: ['l-points-of-sail', 'l-tacking', 'l-reefing'] },
    { id: 'o-rules-at-sea', name: 'Know the rules', lessons: ['l-right-of-way', 'l-buoys'] },
  ],
  levels: [
    {
      id: 'lv-sailing-1',
      name: 'In the bay',
      lessons: [
        { id: 'l-points-of-sail', name: 'Points of Sail', about: 'Where the wind lets you go.', minutes: 30 },
        { id: 'l-tacking', name: 'Tacking', about: 'Ready about!', minutes: 45, after: ['l-points-of-sail'] },
        { id: 'l-right-of-way', name: 'Right of Way', about: 'Starboard, leeward, luck.', minutes: 30 },
      ],
    },
    {
      id: 'lv-sailing-2',
      name: 'Outside',
      after: ['lv-sailing-1'],
      lessons: [
        { id: 'l-buoys', name: 'Buoys and Lights', about: 'Red, green, and which way home.', minutes: 30 },
        { id: 'l-reefing', name: 'Reefing', about: 'Early is right.', minutes: 40, instructorGraded: true },
        {
          id: 'l-overboard',
          name: 'Person Overboard',
          about: 'Eyes on them. Always.',
          minutes: 60,
          after: ['l-reefing'],
          assessment: true,
        },
      ],
    },
  ],
});
