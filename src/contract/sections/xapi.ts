import { Type } from 'typebox';

import { XAPI_V1_PRESET_VERBS } from '../facts.ts';
import { body, NOT_SHOWN, REQUIRED_USER_TOKEN, required, section, USER_TOKEN } from '../parts.ts';
import {
  DateString,
  JsonObject,
  XapiActor,
  XapiContext,
  XapiObject,
  XapiV1Object,
  XapiVerb,
} from '../resources.ts';

const STATEMENT = 'Statements follow the xAPI specification, which defines more members than the contract.';

export const XAPI = section({
  title: 'xAPI',
  host: 'base',
  routes: {
    recordStatement: {
      method: 'POST',
      path: '/edu/v2/xapi/statement',
      credential: REQUIRED_USER_TOKEN,
      parameters: [
        required(body('actor', XapiActor)),
        required(body('verb', XapiVerb)),
        required(body('object', XapiObject)),
        body('result', JsonObject),
        body('context', XapiContext),
        body('timestamp', Type.String()),
        body('authority', JsonObject),
      ],
      response: NOT_SHOWN,
      summary: 'Records an xAPI statement, version 2.',
      notes: ['Statements follow the xAPI specification.', 'The version 2 rules describe its parts.'],
      sandbox: {
        allows: ['actor', 'verb', 'object', 'context'].map((parameter) => ({
          what: 'other members',
          parameter,
          reason: STATEMENT,
        })),
      },
    },
    recordActivity: {
      method: 'POST',
      path: '/edu/v1/xapi/statement',
      credential: USER_TOKEN,
      parameters: [
        body('timestamp', DateString),
        body('actor', Type.String(), 'A user ID.'),
        body('verb', Type.String({ examples: [...XAPI_V1_PRESET_VERBS] }), 'A preset verb or other text.'),
        body('object', Type.Union([XapiV1Object, Type.String()]), 'JSON, as it is or stringified.'),
      ],
      response: NOT_SHOWN,
      summary: 'Records an xAPI statement, version 1.',
      notes: [
        'Statements are grouped by verb, so reuse verbs.',
        "Without a lessonId in the object, the statement does not appear in a student's results.",
        'Without a studentId in the object, the service uses the newest class of the acting user that has the lesson.',
        'A question, by text or by index, requires a lessonId.',
      ],
      sandbox: {
        requires: ['actor', 'verb', 'object'],
        allows: [
          {
            what: 'other members',
            parameter: 'object',
            reason:
              'The contract requires a JSON object; the keys it names are those that index the statement.',
          },
        ],
      },
    },
  },
});
