import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { PersonById } from '../parts/person.tsx';
import { Problem } from '../parts/problem.tsx';

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

export function Leaderboard() {
  const [search, setSearch] = useSearchParams();
  const category = search.get('category') ?? '';
  const { data, error, loading, refetch } = useQuery(LEADERBOARD, {
    variables: { categories: category === '' ? [] : [category] },
  });
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
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!rows && loading && <Loading label="Reading the leaderboard" rows={6} />}
      {rows?.length === 0 && <Empty title="No scores yet">Be the first.</Empty>}
      {rows && rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Who</th>
              <th scope="col">In</th>
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
  const { rank, score, categories, userId } = readFragment(ENTRY, entry);
  return (
    <tr className={userId !== null && userId === viewerId ? 'own' : undefined}>
      <td>
        <span className={rank !== null && rank <= 3 ? `medal place-${rank}` : 'medal'}>{rank}</span>
      </td>
      <td>{userId && <PersonById id={userId} />}</td>
      <td>{categories?.join(', ')}</td>
      <td className="number">{score?.toLocaleString()}</td>
    </tr>
  );
}
