import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Empty } from './empty.tsx';

const DISTRIBUTION = graphql(`
  fragment AtoDistributionRow on AtoDistribution { id name }
`);

export function AtoDistributions({ rows }: { rows: readonly FragmentType<typeof DISTRIBUTION>[] }) {
  if (rows.length === 0)
    return <Empty title="No distributions yet">The app's owner adds them to the package.</Empty>;
  return (
    <ul className="distributions" aria-label="Distributions">
      {rows.map((row, index) => {
        const { id, name } = readFragment(DISTRIBUTION, row);
        return <li key={id ?? index}>{name ?? id}</li>;
      })}
    </ul>
  );
}
