import { useMutation } from '@apollo/client/react';
import type { FormEvent } from 'react';
import type { AtoStatus } from '../gql/graphql.ts';
import { graphql } from '../gql/index.ts';
import { STATUS_WORDS } from './ato-steps.tsx';
import { Problem } from './problem.tsx';

const REPORT = graphql(`
  mutation ReportAtoProgress($requestId: ID!, $status: AtoStatus!, $complete: Boolean!, $title: String!, $text: String!) {
    updateAtoStatus(input: { id: $requestId, status: $status, complete: $complete }) { requestId streamOutcome }
    raiseAtoAlert(input: { requestId: $requestId, title: $title, text: $text }) { streamOutcome }
  }
`);

const isStatus = (value: unknown): value is AtoStatus => typeof value === 'string' && value in STATUS_WORDS;

/** Reports the request's status to the platform, with a message for the person waiting for it. */
export function AtoReport({ requestId }: { requestId: string }) {
  const [report, { loading, error }] = useMutation(REPORT);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const status = fields.get('status');
    if (!isStatus(status)) return;
    const text = String(fields.get('text'));
    const variables = {
      requestId,
      status,
      complete: status === 'COMPLETED',
      title: STATUS_WORDS[status],
      text,
    };
    report({ variables }).then(
      () => form.reset(),
      () => {},
    );
  };
  return (
    <form className="note-form" onSubmit={send}>
      <label>
        Status
        <select name="status" defaultValue="IN_PROGRESS">
          {Object.entries(STATUS_WORDS).map(([status, words]) => (
            <option key={status} value={status}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        What to say about it
        <input name="text" required placeholder="The scan of the package has begun." />
      </label>
      <button type="submit" disabled={loading}>
        {loading ? 'Sending…' : 'Report'}
      </button>
      {error && <Problem error={error} />}
    </form>
  );
}
