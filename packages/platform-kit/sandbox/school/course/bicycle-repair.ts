import { course } from '../course-outline.ts';

export const bicycleRepair = course({
  id: 'c-bicycle',
  name: 'Bicycle Repair',
  about: 'From the flat tire to the bent derailleur, at the side of the road.',
  objectives: [
    { id: 'o-wheels', name: 'Keep wheels turning', lessons: ['l-flat-tire', 'l-true-wheel'] },
    { id: 'o-drivetrain', name: 'Keep gears shifting', lessons: ['l-chain', 'l-derailleur'] },
  ],
  levels: [
    {
      id: 'lv-bicycle-1',
      name: 'Roadside',
      lessons: [
        { id: 'l-flat-tire', name: 'Flat Tire', about: 'Find the thorn first.', minutes: 20 },
        { id: 'l-chain', name: 'Chain', about: 'Clean, measure, replace.', minutes: 20 },
      ],
    },
    {
      id: 'lv-bicycle-2',
      name: 'Workshop',
      after: ['lv-bicycle-1'],
      lessons: [
        { id: 'l-true-wheel', name: 'Truing a Wheel', about: 'A quarter turn at a time.', minutes: 60 },
        { id: 'l-derailleur', name: 'Derailleur', about: 'Limits, then tension.', minutes: 40 },
      ],
    },
  ],
});
