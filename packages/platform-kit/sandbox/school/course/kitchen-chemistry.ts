import { course } from '../course-outline.ts';

export const kitchenChemistry = course({
  id: 'c-kitchen',
  name: 'Kitchen Chemistry',
  about: 'Experiments for children that can be eaten afterwards.',
  objectives: [
    { id: 'o-observe', name: 'Observe and write down', lessons: ['l-red-cabbage', 'l-baking-soda'] },
    { id: 'o-explain', name: 'Explain a reaction', lessons: ['l-honeycomb', 'l-kitchen-quiz'] },
  ],
  levels: [
    {
      id: 'lv-kitchen-1',
      name: 'Watch',
      lessons: [
        { id: 'l-red-cabbage', name: 'Red Cabbage', about: 'One juice, five colors.', minutes: 30 },
        { id: 'l-baking-soda', name: 'Baking Soda', about: 'Where the bubbles come from.', minutes: 20 },
      ],
    },
    {
      id: 'lv-kitchen-2',
      name: 'Make',
      after: ['lv-kitchen-1'],
      lessons: [
        { id: 'l-honeycomb', name: 'Honeycomb', about: 'Hot: with a grown-up.', minutes: 45 },
        {
          id: 'l-kitchen-quiz',
          name: 'Kitchen Quiz',
          about: 'Ten questions, one cookie.',
          minutes: 15,
          assessment: true,
          after: ['l-honeycomb'],
        },
      ],
    },
  ],
});
