import { course } from '../course-outline.ts';

export const fireSafety = course({
  id: 'c-fire',
  name: 'Fire Safety',
  about: 'Light it, keep it small, put it out.',
  objectives: [
    { id: 'o-prevent-fire', name: 'Prevent a fire', lessons: ['l-fire-triangle', 'l-camp-stove'] },
    { id: 'o-fight-fire', name: 'Fight a small fire', lessons: ['l-extinguisher', 'l-fire-drill'] },
  ],
  levels: [
    {
      id: 'lv-fire-1',
      name: 'Before',
      lessons: [
        { id: 'l-fire-triangle', name: 'The Fire Triangle', about: 'Take one side away.', minutes: 10 },
        { id: 'l-camp-stove', name: 'Camp Stoves', about: 'Never in the tent.', minutes: 15 },
      ],
    },
    {
      id: 'lv-fire-2',
      name: 'During',
      after: ['lv-fire-1'],
      lessons: [
        { id: 'l-extinguisher', name: 'Extinguishers', about: 'Pull, aim, squeeze, sweep.', minutes: 20 },
        {
          id: 'l-fire-drill',
          name: 'Fire Drill',
          about: 'Everybody out in two minutes.',
          minutes: 30,
          after: ['l-extinguisher'],
          assessment: true,
          launch: ['building=b', 'smoke=light'],
        },
      ],
    },
  ],
});
