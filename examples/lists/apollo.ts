import { type ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/** A cache that joins the pages of each list; the arguments named here make it another list. */
export const createCache = (): InMemoryCache =>
  new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          atoRequests: relayStylePagination(),
          classes: relayStylePagination(),
          courses: relayStylePagination(),
          leaderboard: relayStylePagination(['categories']),
          searchUsers: relayStylePagination(['term']),
        },
      },
      User: { fields: { notifications: relayStylePagination(['includeAcknowledged', 'since']) } },
    },
  });

/** The policy joins `edges`, so select those, not `nodes`. */
const COURSES = gql`
  query Courses($after: String) {
    courses(first: 2, after: $after) {
      edges { node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

interface Page {
  hasNextPage: boolean;
  endCursor: string | null;
}

interface Courses {
  courses: {
    edges: { node: { id: string; name: string | null } }[];
    pageInfo: Page;
  } | null;
}

/** A list that grows as somebody scrolls. `show` gets all rows so far, each time there are more. */
export function scrollCourses(
  client: ApolloClient,
  show: (names: (string | null)[]) => void,
): { more(): Promise<boolean>; stop(): void } {
  const query = client.watchQuery<Courses>({ query: COURSES });
  let page: Page | undefined;
  const subscription = query.subscribe(({ data, dataState }) => {
    if (dataState !== 'complete') return;
    page ??= data.courses?.pageInfo;
    show(data.courses?.edges.map(({ node }) => node.name) ?? []);
  });
  return {
    /** @returns whether there was more to read. */
    more: async () => {
      if (!page?.hasNextPage) return false;
      const { data } = await query.fetchMore<Courses>({ variables: { after: page.endCursor } });
      page = data?.courses?.pageInfo;
      return true;
    },
    stop: () => subscription.unsubscribe(),
  };
}
