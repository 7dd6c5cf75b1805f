import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
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
  'Image',
  'LeaderboardEntry',
  'LearningRecord',
  'LessonScore',
  'NotificationReceivedEvent',
  'ObjectivePerformance',
  'OtherSkills',
  'ParentFlags',
  'Session',
  'StreamGap',
];

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
        },
        keys: Object.fromEntries(WITHOUT_ID.map((type) => [type, () => null])),
      }),
      fetchExchange,
    ],
  });
