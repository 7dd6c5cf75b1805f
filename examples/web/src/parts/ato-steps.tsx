import type { AtoStatus } from '../gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

export const STEPS = graphql(`
  fragment AtoSteps on AtoRequest { status }
`);

export const STATUS_WORDS: Readonly<Record<AtoStatus, string>> = {
  NOT_STARTED: 'Not started',
  IN_PROGRESS: 'In progress',
  ACTION_REQUIRED: 'Action required',
  UNDER_REVIEW: 'Under review',
  COMPLETED: 'Completed',
};

/** Progress of a request. "Action needed" is not a step of its own: it interrupts the work. */
export function AtoSteps({ request }: { request: FragmentType<typeof STEPS> }) {
  const { status } = readFragment(STEPS, request);
  const steps: AtoStatus[] = [
    'NOT_STARTED',
    status === 'ACTION_REQUIRED' ? 'ACTION_REQUIRED' : 'IN_PROGRESS',
    'UNDER_REVIEW',
    'COMPLETED',
  ];
  const reached = status === null ? -1 : steps.indexOf(status);
  return (
    <ol className="steps" aria-label="Progress">
      {steps.map((step, index) => (
        <li
          key={step}
          className={`${index <= reached ? 'done' : ''} ${step === 'ACTION_REQUIRED' ? 'warning' : ''}`}
          aria-current={index === reached ? 'step' : undefined}
        >
          {STATUS_WORDS[step]}
        </li>
      ))}
    </ol>
  );
}
