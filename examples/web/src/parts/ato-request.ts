import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react';
import { useState } from 'react';
import { type FragmentType, graphql } from '../gql/index.ts';
import type { ALERT } from './ato-alerts.tsx';

const REQUEST = graphql(`
  query AtoRequest($requestId: ID!) {
    atoRequest(id: $requestId) {
      id
      complete
      ...AtoSteps
      distributions { ...AtoDistributionRow }
    }
  }
`);

const CHANGED = graphql(`
  subscription AtoRequestChanged($requestId: ID!, $after: String) {
    atoRequestChanged(requestId: $requestId, after: $after) {
      cursor
      gap { reason }
      request { id complete ...AtoSteps distributions { ...AtoDistributionRow } }
    }
  }
`);

const DISTRIBUTIONS = graphql(`
  subscription AtoDistributionsChanged($requestId: ID!, $after: String) {
    atoDistributionsChanged(requestId: $requestId, after: $after) {
      cursor
      gap { reason }
      requestId
      distributions { ...AtoDistributionRow }
    }
  }
`);

const ALERTS = graphql(`
  subscription AtoAlertRaised($requestId: ID!, $after: String) {
    atoAlertRaised(requestId: $requestId, after: $after) {
      cursor
      gap { reason }
      alert { ...AtoAlertRow }
    }
  }
`);

export interface LiveAlert {
  /** Its cursor: unique within the stream. */
  cursor: string;
  alert: FragmentType<typeof ALERT>;
}

/** One ATO request, kept current by three streams, each of which resumes after a lost connection. */
export function useAtoRequest(requestId: string) {
  const { cache } = useApolloClient();
  const [alerts, setAlerts] = useState<readonly LiveAlert[]>([]);
  const variables = { requestId };
  const query = useQuery(REQUEST, { variables });
  // Events may be missing: reload the request.
  const onGap = () => void query.refetch();

  const changed = useSubscription(CHANGED, {
    variables,
    onData: ({ data: { data } }) => {
      const { gap, request } = data?.atoRequestChanged ?? {};
      if (gap) onGap();
      if (request) cache.writeQuery({ query: REQUEST, variables, data: { atoRequest: request } });
    },
  });
  const distributed = useSubscription(DISTRIBUTIONS, {
    variables,
    onData: ({ data: { data } }) => {
      const { gap, distributions } = data?.atoDistributionsChanged ?? {};
      if (gap) onGap();
      if (distributions) {
        cache.updateQuery({ query: REQUEST, variables }, (kept) =>
          kept?.atoRequest ? { atoRequest: { ...kept.atoRequest, distributions } } : kept,
        );
      }
    },
  });
  const alerted = useSubscription(ALERTS, {
    variables,
    onData: ({ data: { data } }) => {
      const { cursor, alert } = data?.atoAlertRaised ?? {};
      if (cursor && alert) setAlerts((before) => [{ cursor, alert }, ...before]);
    },
  });
  return {
    request: query.data?.atoRequest ?? null,
    query,
    /** Why a stream has ended. */
    error: changed.error ?? distributed.error ?? alerted.error,
    alerts,
  };
}
