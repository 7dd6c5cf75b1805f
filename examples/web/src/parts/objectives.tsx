import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

const OBJECTIVE = graphql(`
  fragment Objective on CourseObjective {
    id
    name
    performance { skill skillDescription score }
  }
`);

/** The objectives of a course, with the user's score where there is a result: none recorded does not mean none made. */
export function Objectives({ objectives }: { objectives: readonly FragmentType<typeof OBJECTIVE>[] }) {
  return (
    <section>
      <h2>What you learn</h2>
      <ul className="objectives">
        {objectives.map((row) => {
          const { id, name, performance } = readFragment(OBJECTIVE, row);
          const score = performance?.score ?? null;
          return (
            <li key={id}>
              <span>{name}</span>
              {score !== null && (
                <>
                  <small>{performance?.skillDescription}</small>
                  <meter min={0} max={100} value={score} aria-label={`Score for ${name}`} />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
