import { Type } from 'typebox';

import { LIMITS } from '../facts.ts';
import { body, json, query, required, USER_TOKEN } from '../parts.ts';
import { AnonymousUser, DateString, ListedUser, OwnProfile, PagedSearch } from '../resources.ts';
import type { Section } from '../vocabulary.ts';

export const USER: Section = {
  title: 'User and profile',
  routes: [
    {
      method: 'GET',
      path: '/user/v1/my/profile',
      host: 'base',
      credential: USER_TOKEN,
      parameters: [],
      response: json(OwnProfile),
      summary: 'Reads the profile of the logged-in user, with the trainer and trainee flags.',
    },
    {
      method: 'GET',
      path: '/user/v1/my/friends',
      host: 'base',
      credential: USER_TOKEN,
      parameters: [],
      response: json(Type.Array(ListedUser)),
      summary: 'Lists the friends of the logged-in user.',
    },
    {
      method: 'GET',
      path: '/user/v1/my/profile/picture',
      host: 'base',
      credential: USER_TOKEN,
      parameters: [],
      response: { kind: 'base64' },
      summary: 'Reads the profile picture of the logged-in user.',
    },
    {
      method: 'GET',
      path: '/user/v1/my/profile/cover',
      host: 'base',
      credential: USER_TOKEN,
      parameters: [],
      response: { kind: 'base64' },
      summary: 'Reads the cover photo of the logged-in user.',
    },
    {
      method: 'PUT',
      path: '/user/v1/my/profile',
      host: 'base',
      credential: null,
      parameters: [
        required(body('anonymous', Type.Literal(true))),
        body('clientId', Type.String()),
        body('dateOfBirth', DateString, 'Determines the account type.'),
        body('deviceToken', Type.String(), 'For push: an iOS device token or an Android registration ID.'),
      ],
      response: json(AnonymousUser),
      summary: 'Creates an anonymous user.',
      notes: ['After a logout or a failed refresh, the anonymous user must be created again.'],
    },
    {
      method: 'GET',
      path: '/user/v1/search',
      host: 'base',
      credential: USER_TOKEN,
      parameters: [
        query('limit', Type.Number()),
        query('page', Type.Number()),
        query('term', Type.String(), 'Matched against handles and full names, including similar ones.'),
      ],
      response: json(PagedSearch(ListedUser)),
      summary: 'Searches the users of the app.',
      notes: ['Finds only users who have enabled public search.'],
    },
    {
      method: 'GET',
      path: '/user/v1/search/random',
      host: 'base',
      credential: USER_TOKEN,
      parameters: [query('count', Type.Number({ maximum: LIMITS.randomUsersMaximum }))],
      response: json(Type.Array(ListedUser)),
      summary: 'Returns random users of the app.',
      notes: ['Returns only users who have enabled public search.'],
    },
  ],
};
