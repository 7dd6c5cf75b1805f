import { Type } from 'typebox';

import { XAPI_V1_PRESET_VERBS } from '../facts.ts';
import { body, NOT_SHOWN, REQUIRED_USER_TOKEN, required, USER_TOKEN } from '../parts.ts';
import {
  DateString,
  JsonObject,
  XapiActor,
  XapiContext,
  XapiObject,
  XapiV1Object,
  XapiVerb,
} from '../resources.ts';
import type { Section } from '../vocabulary.ts';

export const XAPI: Section = {
  title: 'xAPI',
  routes: [
    {
      method: 'POST',
      path: '/edu/v2/xapi/statement',
      host: 'base',
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
      notes: [
        'Statements follow the xAPI specification.',
        'The account of the actor has the home page of the service and the account name on the platform.',
        'The verb ID is on a list of verbs that the service allows; custom verbs are added on request.',
        'The ID of the object is a URI of the service, of the form for its kind, or one that leads to the ' +
          'system of the caller.',
        'The extensions of the object hold its service API ID under the extension ID URI of its kind.',
        'IDs of other things (student, class, user, lesson, course) may go into the extensions of the ' +
          'context; this is recommended, for correct links.',
      ],
    },
    {
      method: 'POST',
      path: '/edu/v1/xapi/statement',
      host: 'base',
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
        'Statements are grouped by verb, so it pays to use the same verbs again.',
        'Without a lessonId in the object, the statement does not show up in the results of a student.',
        'Without a studentId in the object, the newest class of the acting user with the lesson is taken.',
        'A question, by text or by index, needs a lessonId beside it.',
      ],
    },
  ],
};
