import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

/** What has no id is kept with what it belongs to. */
export const WITHOUT_ID = [
  'AtoAlert',
  'AtoAlertRaisedEvent',
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

/** A client whose cache joins the pages of each list; other arguments than those of paging make it another list. */
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
