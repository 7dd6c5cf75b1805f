import type { Static } from 'typebox';
import type { Question as QuestionResource } from '../../contract/resources.ts';

export type Question = Static<typeof QuestionResource>;

interface QuestionOutline {
  id: string;
  course: string;
  text: string;
  created: string;
  removed?: string;
}

const multipleChoice = (outline: QuestionOutline, answers: string[], correct: number): Question => ({
  ...shared(outline),
  questionType: 'multiple-choice',
  answers,
  correctAnswerIndex: correct,
  ...dates(outline),
});

const shortAnswer = (outline: QuestionOutline): Question => ({
  ...shared(outline),
  questionType: 'short-answer',
  answers: [],
  correctAnswerIndex: -1,
  ...dates(outline),
});

function shared({ id, course, text }: QuestionOutline) {
  return { id, _id: id, __t: 'CourseQuestion', __v: 0, course, text };
}

function dates({ created, removed }: QuestionOutline) {
  return {
    createdDate: `${created}T09:30:00.000Z`,
    ...(removed !== undefined && { removedDate: `${removed}T16:00:00.000Z` }),
  };
}

export const questions: readonly Question[] = [
  multipleChoice(
    {
      id: 'q-scene-first',
      course: 'c-first-aid',
      text: 'What do you do first when you come upon an accident?',
      created: '2026-01-10',
    },
    ['Run to the casualty', 'Check that the scene is safe', 'Call everybody together'],
    1,
  ),
  multipleChoice(
    {
      id: 'q-tourniquet-place',
      course: 'c-first-aid',
      text: 'Where does a tourniquet go?',
      created: '2026-01-10',
    },
    ['On the joint', 'On the wound', 'A hand above the wound'],
    2,
  ),
  shortAnswer({
    id: 'q-heat-stroke',
    course: 'c-first-aid',
    text: 'Name two signs that tell heat stroke from heat exhaustion.',
    created: '2026-01-11',
  }),
  multipleChoice(
    {
      id: 'q-butter-burns',
      course: 'c-first-aid',
      text: 'What goes on a burn?',
      created: '2026-01-11',
      removed: '2026-02-20',
    },
    ['Butter', 'Cool water'],
    1,
  ),
  multipleChoice(
    {
      id: 'q-contours-close',
      course: 'c-land-nav',
      text: 'Contour lines close together mean',
      created: '2026-01-15',
    },
    ['a steep slope', 'a flat meadow', 'a river'],
    0,
  ),
  shortAnswer({
    id: 'q-declination',
    course: 'c-land-nav',
    text: 'What is magnetic declination, in one sentence?',
    created: '2026-01-16',
  }),
  multipleChoice(
    { id: 'q-over-out', course: 'c-radio', text: 'Which word ends a conversation?', created: '2026-02-01' },
    ['Over', 'Out', 'Over and out'],
    1,
  ),
  shortAnswer({
    id: 'q-net-silence',
    course: 'c-radio',
    text: 'Who lifts silence on a net?',
    created: '2026-02-01',
    removed: '2026-03-01',
  }),
  multipleChoice(
    { id: 'q-cease-fire', course: 'c-range', text: 'Who may call cease fire?', created: '2026-03-12' },
    ['The safety officer', 'The instructor', 'Everybody'],
    2,
  ),
];
