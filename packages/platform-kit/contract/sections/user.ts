import { Type } from 'typebox';

import { LIMITS } from '../facts.ts';
import { body, get, json, PAGE_OF_TEN, put, query, required, section, USER_TOKEN } from '../parts.ts';
import { AnonymousUser, DateString, ListedUser, OwnProfile, PagedSearch } from '../resources.ts';

const ANONYMOUS = { anonymous: true, clientId: '{clientId}' };

export const USER = section({
  title: 'User and profile',
  host: 'base',
  credential: USER_TOKEN,
  routes: {
    readOwnProfile: get('/user/v1/my/profile', {
      response: json(OwnProfile),
      summary: 'Reads the profile of the logged-in user, with the trainer and trainee flags.',
      sandbox: {
        allows: [
          {
            what: 'ATO token',
            reason: 'A plugin has no other way to find out who signed on to an ATO request.',
          },
        ],
      },
    }),
    listFriends: get('/user/v1/my/friends', {
      response: json(Type.Array(ListedUser)),
      summary: 'Lists the friends of the logged-in user.',
    }),
    readProfilePicture: get('/user/v1/my/profile/picture', {
      response: { kind: 'base64' },
      summary: 'Reads the profile picture of the logged-in user.',
    }),
    readCoverPhoto: get('/user/v1/my/profile/cover', {
      response: { kind: 'base64' },
      summary: 'Reads the cover photo of the logged-in user.',
    }),
    createAnonymousUser: put('/user/v1/my/profile', {
      credential: null,
      parameters: [
        required(body('anonymous', Type.Literal(true))),
        body('clientId', Type.String()),
        body('dateOfBirth', DateString, 'Determines the account type.'),
        body('deviceToken', Type.String(), 'For push: an iOS device token or an Android registration ID.'),
      ],
      response: json(AnonymousUser),
      example: {
        minimal: ANONYMOUS,
        full: { ...ANONYMOUS, dateOfBirth: '2001-02-03', deviceToken: '{deviceToken}' },
      },
      effect: { does: 'creates an anonymous user', leaves: 'the anonymous user' },
      summary: 'Creates an anonymous user.',
      notes: ['After a logout or a failed refresh, the anonymous user must be created again.'],
      sandbox: { requires: ['clientId', 'dateOfBirth'] },
    }),
    searchUsers: get('/user/v1/search', {
      parameters: [
        query('limit', Type.Number()),
        query('page', Type.Number()),
        query('term', Type.String(), 'Matched against handles and full names, including similar ones.'),
      ],
      response: json(PagedSearch(ListedUser)),
      example: { minimal: PAGE_OF_TEN, full: { limit: 5, page: 1, term: 'a f' } },
      summary: 'Searches the users of the app.',
      notes: ['Finds only users who have enabled public search.'],
    }),
    listRandomUsers: get('/user/v1/search/random', {
      parameters: [query('count', Type.Number({ maximum: LIMITS.randomUsersMaximum }))],
      response: json(Type.Array(ListedUser)),
      example: { minimal: { count: 10 }, full: { count: 25 } },
      summary: 'Returns random users of the app.',
      notes: ['Returns only users who have enabled public search.'],
    }),
  },
});
