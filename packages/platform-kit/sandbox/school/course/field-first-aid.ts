import { course } from '../course-outline.ts';

export const fieldFirstAid = course({
  id: 'c-first-aid',
  name: 'Field First Aid',
  about: 'Keep somebody alive and comfortable until help arrives, with what a rucksack holds.',
  cover: 'cover-forest',
  objectives: [
    { id: 'o-assess-scene', name: 'Assess a scene', lessons: ['l-scene-safety', 'l-primary-survey'] },
    { id: 'o-control-bleeding', name: 'Control bleeding', lessons: ['l-bleeding', 'l-tourniquet'] },
    { id: 'o-treat-exposure', name: 'Treat heat and cold', lessons: ['l-heat', 'l-cold'] },
    { id: 'o-evacuate', name: 'Plan an evacuation', lessons: ['l-evacuation', 'l-first-aid-exam'] },
  ],
  levels: [
    {
      id: 'lv-first-aid-1',
      name: 'First minutes',
      lessons: [
        { id: 'l-scene-safety', name: 'Scene Safety', about: 'Look, listen, then walk.', minutes: 15 },
        {
          id: 'l-primary-survey',
          name: 'Primary Survey',
          about: 'Airway, breathing, circulation, in that order.',
          minutes: 30,
          after: ['l-scene-safety'],
          children: [
            { id: 'l-airway', name: 'Airway', about: 'Open it and keep it open.', minutes: 10 },
            { id: 'l-breathing', name: 'Breathing', about: 'Count, compare, decide.', minutes: 10 },
            { id: 'l-circulation', name: 'Circulation', about: 'Find a pulse in the cold.', minutes: 10 },
          ],
        },
      ],
    },
    {
      id: 'lv-first-aid-2',
      name: 'Wounds and weather',
      after: ['lv-first-aid-1'],
      lessons: [
        { id: 'l-bleeding', name: 'Severe Bleeding', about: 'Pressure first.', minutes: 25 },
        {
          id: 'l-tourniquet',
          name: 'Tourniquet',
          about: 'When, where, how tight, and the time on the forehead.',
          minutes: 20,
          after: ['l-bleeding'],
          instructorGraded: true,
          launch: ['scene=roadside', 'difficulty=2'],
        },
        { id: 'l-heat', name: 'Heat Injuries', about: 'Exhaustion or stroke: tell them apart.', minutes: 20 },
        { id: 'l-cold', name: 'Cold Injuries', about: 'Rewarm the core, not the hands.', minutes: 20 },
      ],
    },
    {
      id: 'lv-first-aid-3',
      name: 'Getting out',
      after: ['lv-first-aid-2'],
      lessons: [
        { id: 'l-evacuation', name: 'Evacuation', about: 'Carry, wait or call?', minutes: 40 },
        {
          id: 'l-first-aid-exam',
          name: 'Field Exam',
          about: 'One afternoon, three casualties, your own kit.',
          minutes: 90,
          after: ['l-evacuation'],
          assessment: true,
          instructorGraded: true,
          public: false,
          launch: ['mode=exam'],
        },
      ],
    },
  ],
});
