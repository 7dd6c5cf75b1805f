import { Client, fetchExchange } from '@urql/core';
import { cacheExchange, type Resolver } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

/** Objects without an ID are embedded in their parent. */
export const WITHOUT_ID = [
  'AtoAlert',
  'AtoAlertRaisedEvent',
  'AtoDistribution',
  'AtoDistributionsChangedEvent',
  'AtoRequestChangedEvent',
  'AuthToken',
  'Candidate',
  'Friend',
  'Image',
  'LeaderboardEntry',
  'LearningRecord',
  'LessonScore',
  'NotificationReceivedEvent',
  'ObjectivePerformance',
  'OtherSkills',
  'ParentFlags',
  'ProfileDetails',
  'RandomUser',
  'Session',
  'StreamGap',
];

/**
 * A link to a user that a record names by ID. The gateway resolves it to the signed-in user and friends, else to null;
 * this adds the users that the cache has from elsewhere, such as the members of a class.
 */
const linkedUser =
  (idField: string): Resolver =>
  (_record, _args, cache, { parentKey, fieldName }) => {
    const user = cache.resolve(parentKey, fieldName);
    const known = cache.keyOfEntity({ __typename: 'User', id: String(cache.resolve(parentKey, idField)) });
    return user ?? (cache.resolve(known, 'handle') === undefined ? null : known);
  };

/** A client whose cache merges the pages of each list; different non-paging arguments make a different list. */
export const listingClient = (url: string, token: () => string): Client =>
  new Client({
    url,
    preferGetMethod: false,
    fetchOptions: () => ({ headers: { authorization: token() } }),
    exchanges: [
      cacheExchange({
        resolvers: {
          Query: {
            atoRequests: relayPagination(),
            classes: relayPagination(),
            courses: relayPagination(),
            leaderboard: relayPagination(),
            searchUsers: relayPagination(),
          },
          User: { notifications: relayPagination() },
          LeaderboardEntry: { user: linkedUser('userId') },
          Note: { user: linkedUser('userId') },
          Notification: { receiver: linkedUser('receiverId') },
        },
        keys: Object.fromEntries(WITHOUT_ID.map((type) => [type, () => null])),
      }),
      fetchExchange,
    ],
  });
