import { course } from '../course-outline.ts';

export const radioCommunication = course({
  id: 'c-radio',
  name: 'Radio Communication',
  about: 'Be understood the first time, through noise, with few words.',
  managers: ['u-beatriz', 'u-hana'],
  objectives: [
    { id: 'o-speak-clearly', name: 'Speak clearly', lessons: ['l-phonetic', 'l-prowords'] },
    { id: 'o-run-net', name: 'Run a net', lessons: ['l-net-control', 'l-emergency-traffic'] },
  ],
  levels: [
    {
      id: 'lv-radio-1',
      name: 'Voice',
      lessons: [
        {
          id: 'l-phonetic',
          name: 'Phonetic Alphabet',
          about: 'Alfa to Zulu, without thinking.',
          minutes: 20,
        },
        { id: 'l-prowords', name: 'Procedure Words', about: 'Over is not out.', minutes: 20 },
        {
          id: 'l-antenna',
          name: 'Antennas',
          about: 'Length, height, direction.',
          minutes: 35,
          children: [
            { id: 'l-dipole', name: 'Dipole', about: 'Two wires and a tree.', minutes: 15 },
            { id: 'l-ground-plane', name: 'Ground Plane', about: 'Four wires and a pole.', minutes: 15 },
          ],
        },
      ],
    },
    {
      id: 'lv-radio-2',
      name: 'The net',
      after: ['lv-radio-1'],
      lessons: [
        { id: 'l-net-control', name: 'Net Control', about: 'Who speaks, and when.', minutes: 30 },
        {
          id: 'l-emergency-traffic',
          name: 'Emergency Traffic',
          about: 'Break, break.',
          minutes: 30,
          after: ['l-net-control'],
          assessment: true,
        },
      ],
    },
  ],
});
