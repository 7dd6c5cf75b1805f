const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

/** Variables of {@link conditional}. */
const FLAGS = ['a', 'b', 'c', 'd', 'e'];
const FIELDS = 'id name description media isAssessment public';

/** 900 selections, and five variables that decide what is selected: 32 plans. */
export const conditional = (number: number): string =>
  `query (${FLAGS.map((flag) => `$${flag}: Boolean!`).join(' ')}) { course(id: "c-first-aid") {
    ${FLAGS.map((flag) => `... @include(if: $${flag}) { ${flag}${number}: id }`).join(' ')}
    ${times(20, (index) => `f${index}: levels { lessons { ...F } }`)}
  } } fragment F on Lesson { ${FIELDS} childLessons { ${FIELDS} childLessons { ${FIELDS} childLessons { ${FIELDS} ${FIELDS} } } } }`;

/** Values of the flags: all combinations, by number. */
export const flagsOf = (number: number): Record<string, boolean> =>
  Object.fromEntries(FLAGS.map((flag, index) => [flag, ((number >> index) & 1) === 1]));
