import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Empty } from './empty.tsx';

const DISTRIBUTION = graphql(`
  fragment AtoDistributionRow on AtoDistribution { distributionId name }
`);

export function AtoDistributions({ rows }: { rows: readonly FragmentType<typeof DISTRIBUTION>[] }) {
  if (rows.length === 0)
    return <Empty title="No distributions yet">The app's owner adds them to the package.</Empty>;
  return (
    <ul className="distributions" aria-label="Distributions">
      {rows.map((row, index) => {
        const { distributionId, name } = readFragment(DISTRIBUTION, row);
        return <li key={distributionId ?? index}>{name ?? distributionId}</li>;
      })}
    </ul>
  );
}
