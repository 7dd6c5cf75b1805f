import { useSession } from '@learning-platform/client/react';
import { useParams } from 'react-router';
import { useConnection } from '../gateway/provider.tsx';
import { AtoAlerts } from '../parts/ato-alerts.tsx';
import { AtoDistributions } from '../parts/ato-distributions.tsx';
import { AtoReport } from '../parts/ato-report.tsx';
import { useAtoRequest } from '../parts/ato-request.ts';
import { AtoSteps } from '../parts/ato-steps.tsx';
import { Empty } from '../parts/empty.tsx';
import { LiveState } from '../parts/live-state.tsx';
import { Loading } from '../parts/loading.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { Problem, QueryProblem } from '../parts/problem.tsx';

/** Progress of one request for an authority to operate, for the user who arrived by the platform's sign-on. */
export default function AtoProgress() {
  const { requestId = '' } = useParams();
  usePageTitle('Authority to operate');
  if (useSession().state.status !== 'signed-in') {
    return (
      <main className="welcome">
        <section>
          <h1>Authority to operate</h1>
          <Empty title="Your sign-on has expired">Open the request on the platform again.</Empty>
        </section>
      </main>
    );
  }
  return <Progress requestId={requestId} />;
}

function Progress({ requestId }: { requestId: string }) {
  const { request, alerts, query, error } = useAtoRequest(requestId);
  const connection = useConnection();
  return (
    <>
      <header className="bar">
        <span className="brand">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Fieldbook
        </span>
      </header>
      <main className="screen">
        <header className="screen-head">
          <h1>Authority to operate</h1>
          <p className="lead">
            Request <code>{requestId}</code> <LiveState state={connection} />
          </p>
        </header>
        <QueryProblem query={query} />
        {error && <Problem error={error} />}
        {!request && query.loading && <Loading label="Reading the request" rows={4} />}
        {!request && !query.loading && !query.error && <Empty title="There is no such request" />}
        {request && (
          <>
            <AtoSteps request={request} />
            <div className="columns">
              <section>
                <h2>Alerts</h2>
                <AtoAlerts alerts={alerts} />
              </section>
              <aside>
                <h2>In the package</h2>
                <AtoDistributions rows={request.distributions} />
                <h2>Report progress</h2>
                <AtoReport requestId={requestId} />
              </aside>
            </div>
          </>
        )}
      </main>
    </>
  );
}
