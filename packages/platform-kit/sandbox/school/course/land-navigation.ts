import { course } from '../course-outline.ts';

export const landNavigation = course({
  id: 'c-land-nav',
  name: 'Land Navigation',
  about: 'Map, compass and pace count; the satellite receiver stays in the bag.',
  cover: 'cover-mountains',
  objectives: [
    { id: 'o-read-map', name: 'Read a topographic map', lessons: ['l-contours', 'l-grid'] },
    { id: 'o-use-compass', name: 'Use a compass', lessons: ['l-bearing', 'l-resection'] },
    { id: 'o-keep-route', name: 'Keep a route', lessons: ['l-pace-count', 'l-night-route'] },
  ],
  levels: [
    {
      id: 'lv-land-nav-1',
      name: 'On paper',
      lessons: [
        { id: 'l-contours', name: 'Contour Lines', about: 'See the hill before you climb it.', minutes: 25 },
        { id: 'l-grid', name: 'Grid References', about: 'Six figures, a hundred metres.', minutes: 20 },
      ],
    },
    {
      id: 'lv-land-nav-2',
      name: 'On foot',
      after: ['lv-land-nav-1'],
      lessons: [
        { id: 'l-bearing', name: 'Taking a Bearing', about: 'And following it around a bog.', minutes: 30 },
        {
          id: 'l-resection',
          name: 'Resection',
          about: 'Two landmarks tell you where you stand.',
          minutes: 30,
          after: ['l-bearing'],
        },
        { id: 'l-pace-count', name: 'Pace Count', about: 'Your own hundred metres.', minutes: 15 },
        {
          id: 'l-night-route',
          name: 'Night Route',
          about: 'Eight kilometres, no headlamp.',
          minutes: 180,
          after: ['l-resection', 'l-pace-count'],
          assessment: true,
          instructorGraded: true,
          launch: ['route=ridge', 'light=none'],
        },
      ],
    },
  ],
});
