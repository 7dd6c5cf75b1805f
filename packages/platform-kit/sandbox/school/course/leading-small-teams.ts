import { course } from '../course-outline.ts';

export const leadingSmallTeams = course({
  id: 'c-teams',
  name: 'Leading Small Teams',
  about: 'Four to eight people, one task, no shouting.',
  cover: 'cover-night',
  objectives: [
    { id: 'o-brief', name: 'Give a briefing', lessons: ['l-briefing'] },
    { id: 'o-debrief', name: 'Lead a debriefing', lessons: ['l-debriefing', 'l-feedback'] },
  ],
  levels: [
    {
      id: 'lv-teams-1',
      name: 'Words',
      lessons: [
        { id: 'l-briefing', name: 'Briefing', about: 'Situation, task, plan, questions.', minutes: 30 },
        { id: 'l-debriefing', name: 'Debriefing', about: 'What happened, before who.', minutes: 30 },
        { id: 'l-feedback', name: 'Feedback', about: 'Something they can use tomorrow.', minutes: 25 },
      ],
    },
  ],
});
