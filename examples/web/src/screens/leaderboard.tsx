import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { Person, UnknownPerson } from '../parts/person.tsx';
import { QueryProblem } from '../parts/problem.tsx';

const ENTRY = graphql(`
  fragment LeaderboardRow on LeaderboardEntry {
    rank
    score
    categories
    userId
    user { id ...Person }
  }
`);

const LEADERBOARD = graphql(`
  query Leaderboard($categories: [String!]!) {
    me { id }
    leaderboard(categories: $categories, first: 20) { edges { node { ...LeaderboardRow } } }
    leaderboardRank(categories: $categories) { rank score }
  }
`);

/** Categories in which this app submits scores. */
const CATEGORIES = ['knots', 'orienteering'] as const;

export default function Leaderboard() {
  const [search, setSearch] = useSearchParams();
  const category = search.get('category') ?? '';
  usePageTitle('Leaderboard');
  const query = useQuery(LEADERBOARD, {
    variables: { categories: category === '' ? [] : [category] },
  });
  const { data, loading } = query;
  const rows = data?.leaderboard?.edges;
  return (
    <div className="screen narrow">
      <header className="screen-head">
        <h1>Leaderboard</h1>
        {data?.leaderboardRank && (
          <p className="lead">
            Your best: place <b>{data.leaderboardRank.rank}</b> with {data.leaderboardRank.score} points
          </p>
        )}
      </header>
      <fieldset className="choices">
        <legend className="visually-hidden">Category</legend>
        {['', ...CATEGORIES].map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="category"
              checked={choice === category}
              onChange={() => setSearch(choice === '' ? {} : { category: choice })}
            />
            <span>{choice === '' ? 'Everything' : choice}</span>
          </label>
        ))}
      </fieldset>
      <QueryProblem query={query} />
      {!rows && loading && <Loading label="Reading the leaderboard" rows={6} />}
      {rows?.length === 0 && <Empty title="No scores yet">Be the first.</Empty>}
      {rows && rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Who</th>
              <th scope="col" className="wide-only">
                In
              </th>
              <th scope="col" className="number">
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ node }, index) => (
              <Row key={index} entry={node} viewerId={data.me?.id ?? null} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Row({ entry, viewerId }: { entry: FragmentType<typeof ENTRY>; viewerId: string | null }) {
  // The cache finds a `user` whom the gateway does not name by `userId`.
  const { rank, score, categories, userId, user } = readFragment(ENTRY, entry);
  const name = categories?.join(', ');
  return (
    <tr className={userId !== null && userId === viewerId ? 'own' : undefined}>
      <td>
        <span className={rank !== null && rank <= 3 ? `medal place-${rank}` : 'medal'}>{rank}</span>
      </td>
      <td>
        {user ? <Person user={user} /> : userId && <UnknownPerson id={userId} />}
        <small className="narrow-only">{name}</small>
      </td>
      <td className="wide-only">{name}</td>
      <td className="number">{score?.toLocaleString()}</td>
    </tr>
  );
}
