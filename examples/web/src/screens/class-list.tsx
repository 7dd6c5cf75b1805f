import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { Monogram } from '../parts/monogram.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { QueryProblem } from '../parts/problem.tsx';

const CLASS_CARD = graphql(`
  fragment ClassCard on Class {
    id
    name
    viewer { id }
    course { id name description }
  }
`);

const CLASSES = graphql(`
  query ClassList($first: Int!, $after: String) {
    classes(first: $first, after: $after) {
      edges { node { id ...ClassCard } }
      pageInfo { hasNextPage endCursor }
      totalCount
    }
  }
`);

const PAGE = 4;
/** Of the gateway. */
const LONGEST_PAGE = 100;

export default function ClassList() {
  usePageTitle('Classes');
  const { cache } = useApolloClient();
  // The list is read again as a whole, also when the user returns to it: it keeps its length.
  const [first, setFirst] = useState(() => {
    const read = cache.readQuery({ query: CLASSES, variables: { first: PAGE } });
    return Math.min(LONGEST_PAGE, Math.max(PAGE, read?.classes?.edges.length ?? 0));
  });
  const query = useQuery(CLASSES, { variables: { first } });
  const { data, loading, fetchMore } = query;
  const classes = data?.classes;
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Your classes</h1>
        {classes?.totalCount != null && <p className="lead">{classes.totalCount} in all</p>}
      </header>
      <QueryProblem query={query} />
      {!classes && loading && <Loading label="Reading your classes" rows={4} />}
      {classes?.edges.length === 0 && (
        <Empty title="No classes yet">Join one with the code that your instructor gives you.</Empty>
      )}
      <ul className="cards">
        {classes?.edges.map(({ node }) => (
          <ClassCard key={node.id} row={node} />
        ))}
      </ul>
      {classes?.pageInfo.hasNextPage && (
        <button
          type="button"
          className="quiet"
          disabled={loading}
          onClick={() => {
            if (first < LONGEST_PAGE) setFirst(Math.min(LONGEST_PAGE, first + PAGE));
            else fetchMore({ variables: { first: PAGE, after: classes.pageInfo.endCursor } }).catch(() => {});
          }}
        >
          Show more
        </button>
      )}
    </div>
  );
}

function ClassCard({ row }: { row: FragmentType<typeof CLASS_CARD> }) {
  const { id, name, viewer, course } = readFragment(CLASS_CARD, row);
  return (
    <li className="card">
      <Monogram of={course?.name ?? name ?? ''} seed={course?.id ?? id} large />
      <div>
        <h2>
          <Link to={`/classes/${id}`}>{name}</Link>
        </h2>
        <p>{course?.name}</p>
        <small>{course?.description}</small>
        {!viewer && <span className="badge">You help here</span>}
      </div>
    </li>
  );
}
