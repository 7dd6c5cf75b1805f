import { useQuery } from '@apollo/client/react';
import { Link, useParams } from 'react-router';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { NoteForm } from '../parts/note-form.tsx';
import { NoteList } from '../parts/note-list.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { Person } from '../parts/person.tsx';
import { QueryProblem } from '../parts/problem.tsx';
import { WaitingNotes } from '../parts/waiting-notes.tsx';

const MEMBER = graphql(`
  fragment ClassMemberRow on ClassMember { id user { ...Person } details { position } }
`);

const CLASS = graphql(`
  query ClassDetail($id: ID!) {
    theClass: class(id: $id) {
      id
      name
      joinCode
      viewer { id }
      course { id name description }
      instructors { id ...ClassMemberRow }
      students { id ...ClassMemberRow }
      notes { nodes { id ...NoteRow } }
    }
  }
`);

export default function ClassDetail() {
  const { classId = '' } = useParams();
  const query = useQuery(CLASS, { variables: { id: classId } });
  const { data, error, loading } = query;
  const refetch = () => void query.refetch().catch(() => {});
  const theClass = data?.theClass;
  usePageTitle(theClass?.name);
  if (!theClass) {
    return (
      <div className="screen">
        <h1 className="visually-hidden">Class</h1>
        <QueryProblem query={query} />
        {loading && <Loading label="Reading the class" rows={5} />}
        {!loading && !error && (
          <Empty title="Class not found">It may have ended, or you are not a member.</Empty>
        )}
      </div>
    );
  }
  const { name, joinCode, viewer, course, instructors, students, notes } = theClass;
  const search = viewer ? `?student=${encodeURIComponent(viewer.id)}` : '';
  return (
    <div className="screen">
      <p className="trail">
        <Link to="/">Classes</Link>
      </p>
      <header className="screen-head">
        <h1>{name}</h1>
        {joinCode && (
          <p className="lead">
            Join code <code>{joinCode}</code>
          </p>
        )}
      </header>
      <QueryProblem query={query} />
      {course && (
        <Link className="banner" to={`/courses/${course.id}${search}`}>
          <span>
            <small>Course</small>
            <b>{course.name}</b>
            <span>{course.description}</span>
          </span>
          <span aria-hidden>→</span>
        </Link>
      )}
      <div className="columns">
        <div>
          <People title="Instructors" people={instructors} />
          <People title="Students" people={students} />
        </div>
        <aside>
          <h2>Notes</h2>
          <NoteForm about={{ classId }} />
          <WaitingNotes isHere={(note) => note.classId === classId} onSent={refetch} />
          {notes && <NoteList notes={notes.nodes} />}
        </aside>
      </div>
    </div>
  );
}

interface PeopleProps {
  title: string;
  people: readonly ({ id: string } & FragmentType<typeof MEMBER>)[] | null;
}

function People({ title, people }: PeopleProps) {
  if (!people) return null;
  return (
    <section>
      <h2>
        {title} <span className="quiet-count">{people.length}</span>
      </h2>
      {people.length === 0 && <Empty title="Nobody yet" />}
      <ul className="people" aria-label={title}>
        {people.map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </ul>
    </section>
  );
}

function Member({ member }: { member: FragmentType<typeof MEMBER> }) {
  const { user, details } = readFragment(MEMBER, member);
  return (
    user && (
      <li>
        <Person user={user} position={details?.position ?? null} />
      </li>
    )
  );
}
