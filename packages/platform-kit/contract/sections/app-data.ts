import { Type } from 'typebox';

import {
  body,
  CATEGORIES,
  del,
  get,
  LIMIT,
  PAGE,
  PAGE_OF_TEN,
  post,
  put,
  query,
  required,
  section,
  USER_TOKEN,
} from '../parts.ts';
import { JsonObject, StringList } from '../resources.ts';

const BUCKET_ID = body('id', Type.String(), 'The bucket.');
const BUCKET_USER_ID = body('userId', Type.String());
const MEMBERS_ONLY = 'The caller must be on the access list.';

export const BUCKETS = section({
  title: 'Buckets',
  host: 'base',
  credential: USER_TOKEN,
  routes: {
    readBucket: get('/app/v1/bucket', {
      parameters: [
        required(query('id', Type.String(), 'The bucket.')),
        query('key', Type.String(), 'The value to read, in dot notation.'),
      ],
      example: { minimal: { id: '{bucketId}' }, full: { id: '{bucketId}', key: 'huts.0' } },
      summary: 'Reads data from a bucket.',
      notes: ['Users on the access list can read a bucket.'],
    }),
    createBucket: put('/app/v1/bucket', {
      parameters: [
        body('id', Type.String(), 'Chosen by the app; required to read the bucket.'),
        body('public', Type.Boolean(), 'Whether the bucket is public within the app.'),
        body('data', JsonObject),
        body('users', StringList, 'The access list: user IDs.'),
      ],
      example: {
        minimal: { id: '{newBucketId}', public: false, data: {} },
        full: { id: '{newBucketId}', public: true, data: { tent: [1, null] }, users: ['u-priya', 'u-tomas'] },
      },
      effect: { does: 'creates a bucket that is not public', leaves: null, group: 'bucket' },
      summary: 'Creates a bucket.',
      notes: [
        'The creator is always added to the access list.',
        'The number of buckets is limited only by the storage of the app.',
      ],
      sandbox: { requires: ['id'] },
    }),
    updateBucket: post('/app/v1/bucket', {
      parameters: [
        BUCKET_ID,
        body('key', Type.String(), 'The key to write, in dot notation.'),
        body('value', Type.Unknown()),
      ],
      example: { minimal: { id: '{newBucketId}', key: 'tent.0', value: null } },
      effect: { does: 'writes a value in that bucket', leaves: null, group: 'bucket' },
      summary: 'Writes a value at a key in a bucket.',
      notes: [MEMBERS_ONLY],
      sandbox: { requires: ['id', 'key', 'value'] },
    }),
    deleteBucket: del('/app/v1/bucket', {
      parameters: [BUCKET_ID],
      example: { minimal: { id: '{newBucketId}' } },
      effect: { does: 'deletes that bucket', leaves: null, group: 'bucket' },
      summary: 'Deletes a bucket.',
      notes: [MEMBERS_ONLY],
      sandbox: { requires: ['id'] },
    }),
    addBucketUser: post('/app/v1/bucket/user', {
      parameters: [BUCKET_USER_ID, BUCKET_ID],
      example: { minimal: { userId: '{otherUserId}', id: '{newBucketId}' } },
      effect: { does: 'adds the instructor to its access list', leaves: null, group: 'bucket' },
      summary: 'Adds a user to the access list of a bucket.',
      notes: [MEMBERS_ONLY],
      sandbox: { requires: ['id', 'userId'] },
    }),
    removeBucketUser: post('/app/v1/bucket/user/remove', {
      parameters: [BUCKET_USER_ID, BUCKET_ID],
      example: { minimal: { userId: '{otherUserId}', id: '{newBucketId}' } },
      effect: { does: 'removes the instructor from it', leaves: null, group: 'bucket' },
      summary: 'Removes a user from the access list of a bucket.',
      notes: ['The user can no longer access the bucket.', 'Who may do this is not stated.'],
      sandbox: { requires: ['id', 'userId'] },
    }),
  },
});

export const LEADERBOARD = section({
  title: 'Leaderboard',
  host: 'base',
  credential: USER_TOKEN,
  routes: {
    listEntries: get('/leaderboard/v1', {
      parameters: [LIMIT, PAGE, CATEGORIES],
      example: { minimal: PAGE_OF_TEN, full: { categories: ['knots', 'weekly'], limit: 3, page: 1 } },
      summary: 'Lists the leaderboard entries of the app in the given categories.',
    }),
    readRank: get('/leaderboard/v1/rank', {
      parameters: [CATEGORIES, query('user', Type.String(), 'A user ID; the caller by default.')],
      example: { minimal: {}, full: { categories: ['knots', 'weekly'], user: '{otherUserId}' } },
      summary: 'Reads the entry and the rank of a user.',
    }),
    submitScore: put('/leaderboard/v1', {
      parameters: [CATEGORIES, query('score', Type.Integer(), 'Computed by the app.')],
      example: { minimal: { categories: ['knots', 'this week'], score: 870 } },
      effect: {
        does: 'submits a score of 1 in the category `conformance`',
        leaves: "the user's leaderboard entry in that category",
      },
      summary: 'Adds or updates the entry of the logged-in user.',
      notes: [
        'A user has one entry per set of categories: a second score replaces the first.',
        'The parameters are sent in the query, although the method is PUT.',
      ],
      sandbox: { requires: ['categories', 'score'] },
    }),
  },
});
