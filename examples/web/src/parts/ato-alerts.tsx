import { graphql, readFragment } from '../gql/index.ts';
import type { LiveAlert } from './ato-request.ts';
import { Empty } from './empty.tsx';

export const ALERT = graphql(`
  fragment AtoAlertRow on AtoAlert { title text type raisedAt }
`);

/** Alerts since the page was opened, newest first. */
export function AtoAlerts({ alerts }: { alerts: readonly LiveAlert[] }) {
  if (alerts.length === 0)
    return <Empty title="Nothing to report">Alerts show up here as they are raised.</Empty>;
  return (
    <ul className="alerts" aria-label="Alerts" aria-live="polite">
      {alerts.map(({ cursor, alert }) => {
        const { title, text, type, raisedAt } = readFragment(ALERT, alert);
        return (
          <li key={cursor} className={type?.toLowerCase()}>
            <strong>{title}</strong>
            <p>{text}</p>
            {raisedAt && <time dateTime={raisedAt}>{new Date(raisedAt).toLocaleTimeString()}</time>}
          </li>
        );
      })}
    </ul>
  );
}
