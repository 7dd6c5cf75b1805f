import { course } from '../course-outline.ts';

export const weatherWatching = course({
  id: 'c-weather',
  name: 'Weather Watching',
  about: 'Clouds, wind and pressure: tomorrow from today.',
  cover: 'cover-harbor',
  objectives: [
    { id: 'o-name-clouds', name: 'Name the clouds', lessons: ['l-high-clouds', 'l-low-clouds'] },
    { id: 'o-forecast', name: 'Make a forecast', lessons: ['l-fronts', 'l-forecast-diary'] },
  ],
  levels: [
    {
      id: 'lv-weather-1',
      name: 'Looking up',
      lessons: [
        { id: 'l-high-clouds', name: 'High Clouds', about: 'Ice, and what it announces.', minutes: 15 },
        { id: 'l-low-clouds', name: 'Low Clouds', about: 'Drizzle or thunder?', minutes: 15 },
        { id: 'l-fronts', name: 'Fronts', about: 'Warm over cold, cold under warm.', minutes: 25 },
        {
          id: 'l-forecast-diary',
          name: 'Forecast Diary',
          about: 'Ten days of being wrong, and less wrong.',
          minutes: 120,
          after: ['l-high-clouds', 'l-low-clouds', 'l-fronts'],
          assessment: true,
        },
      ],
    },
  ],
});
