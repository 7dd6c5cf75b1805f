import { type ApolloClient, type FieldReadFunction, gql, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/**
 * A link to a user that a record names by ID. The gateway resolves it to the signed-in user and friends, else to null;
 * this adds the users that the cache has from elsewhere, such as the members of a class.
 */
const linkedUser =
  (idField: string): FieldReadFunction =>
  (user, { readField, toReference }) => {
    const known = user ? undefined : toReference({ __typename: 'User', id: readField(idField) });
    return known && readField('handle', known) !== undefined ? known : user;
  };

/** A cache that merges the pages of each list; different values of the arguments named here make a different list. */
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
      LeaderboardEntry: { fields: { user: linkedUser('userId') } },
      Note: { fields: { user: linkedUser('userId') } },
      Notification: { fields: { receiver: linkedUser('receiverId') } },
    },
  });

/** The policy merges `edges`, so select those, not `nodes`. */
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

/** A list for infinite scrolling. `show` receives all rows so far whenever there are more. */
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
    /** @returns true if there was more to read. */
    more: async () => {
      if (!page?.hasNextPage) return false;
      const { data } = await query.fetchMore<Courses>({ variables: { after: page.endCursor } });
      page = data?.courses?.pageInfo;
      return true;
    },
    stop: () => subscription.unsubscribe(),
  };
}
