import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { NoteForm } from '../parts/note-form.tsx';
import { NoteList } from '../parts/note-list.tsx';
import { Objectives } from '../parts/objectives.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { QueryProblem } from '../parts/problem.tsx';
import { WaitingNotes } from '../parts/waiting-notes.tsx';

const LESSON = graphql(`
  fragment LessonRow on Lesson {
    id
    name
    description
    isAssessment
    expectedCompletionTime
    locked(studentId: $studentId) @include(if: $forStudent)
  }
`);

/** Levels and one student's locks cost a single platform call. */
const COURSE = graphql(`
  query CourseDetail($id: ID!, $studentId: ID!, $forStudent: Boolean!) {
    course(id: $id) {
      id
      name
      description
      levels { id name lessons { id name ...LessonRow } }
      objectives { id ...Objective }
      notes { nodes { id ...NoteRow } }
    }
  }
`);

export default function CourseDetail() {
  const { courseId = '' } = useParams();
  const [search] = useSearchParams();
  const studentId = search.get('student') ?? '';
  const query = useQuery(COURSE, {
    variables: { id: courseId, studentId, forStudent: studentId !== '' },
  });
  const { data, error, loading } = query;
  const refetch = () => void query.refetch().catch(() => {});
  const course = data?.course;
  usePageTitle(course?.name);
  if (!course) {
    return (
      <div className="screen">
        <h1 className="visually-hidden">Course</h1>
        <QueryProblem query={query} />
        {loading && <Loading label="Reading the course" rows={6} />}
        {!loading && !error && <Empty title="There is no such course" />}
      </div>
    );
  }
  const lessons = course.levels?.flatMap((level) => level.lessons ?? []) ?? [];
  const lessonNames = Object.fromEntries(lessons.map(({ id, name }) => [id, name ?? '']));
  return (
    <div className="screen">
      <p className="trail">
        <Link to="/">Classes</Link>
      </p>
      <header className="screen-head">
        <h1>{course.name}</h1>
        <p className="lead">{course.description}</p>
      </header>
      <QueryProblem query={query} />
      <div className="columns">
        <div>
          {course.levels?.length === 0 && <Empty title="This course has no lessons yet" />}
          {course.levels?.map((level) => (
            <section key={level.id} className="level">
              <h2>{level.name}</h2>
              <ol aria-label={level.name ?? 'Level'}>
                {level.lessons?.map((lesson) => (
                  <Lesson key={lesson.id} lesson={lesson} />
                ))}
              </ol>
            </section>
          ))}
        </div>
        <aside>
          {course.objectives && <Objectives objectives={course.objectives} />}
          <h2>Your notes</h2>
          <WaitingNotes
            isHere={({ lessonId }) => lessonId != null && lessonId in lessonNames}
            onSent={refetch}
          />
          {course.notes && <NoteList notes={course.notes.nodes} lessonNames={lessonNames} />}
        </aside>
      </div>
    </div>
  );
}

function Lesson({ lesson }: { lesson: FragmentType<typeof LESSON> }) {
  const { id, name, description, isAssessment, expectedCompletionTime, locked } = readFragment(
    LESSON,
    lesson,
  );
  const [isWriting, setWriting] = useState(false);
  return (
    <li className={locked ? 'lesson locked' : 'lesson'}>
      {locked != null && (
        <span className="lock" role="img" aria-label={locked ? 'Locked' : 'Open'}>
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden>
            <path d={`M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0${locked ? 'v3' : 'v-.5'}`} />
          </svg>
        </span>
      )}
      <div className="lesson-text">
        <h3>
          {name} {isAssessment && <span className="badge">Assessment</span>}
        </h3>
        <p>{description}</p>
        {isWriting && <NoteForm about={{ lessonId: id }} onSaved={() => setWriting(false)} />}
      </div>
      <span className="lesson-end">
        {expectedCompletionTime != null && <small>{expectedCompletionTime} min</small>}
        <button
          type="button"
          className="link"
          aria-expanded={isWriting}
          onClick={() => setWriting(!isWriting)}
        >
          {isWriting ? 'Cancel' : 'Take a note'}
          <span className="visually-hidden"> on {name}</span>
        </button>
      </span>
    </li>
  );
}
