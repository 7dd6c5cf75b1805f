import { Type } from 'typebox';

import { XAPI_V1_PRESET_VERBS } from '../facts.ts';
import { body, post, REQUIRED_USER_TOKEN, required, section, USER_TOKEN } from '../parts.ts';
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

const ACCOUNT = { homePage: '{xapiHomePage}', name: '{handle}' };
const COMPLETED = { id: 'http://adlnet.gov/expapi/verbs/completed' };
const LESSON = { id: '{xapiBase}/objects/lesson', extensions: { '{xapiApiIdBase}/lesson': '{lessonId}' } };

export const XAPI = section({
  title: 'xAPI',
  host: 'base',
  credential: USER_TOKEN,
  routes: {
    recordStatement: post('/edu/v2/xapi/statement', {
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
      example: {
        minimal: { actor: { account: ACCOUNT }, verb: COMPLETED, object: LESSON },
        full: {
          actor: {
            objectType: 'Group',
            name: 'The crew',
            member: [
              { objectType: 'Agent', name: 'Ana', account: ACCOUNT },
              { objectType: 'Agent', mbox: 'mailto:bo@app.example' },
              { objectType: 'Agent', mbox_sha1sum: 'ebd31e95054c018b10727ccffd2ef2ec3a016ee9' },
              { objectType: 'Agent', openid: 'https://app.example/cy' },
            ],
            account: ACCOUNT,
          },
          verb: { ...COMPLETED, display: { en: 'completed' } },
          object: {
            name: 'Tourniquet',
            objectType: 'Activity',
            id: 'https://app.example/lessons/1',
            definition: { name: { en: 'Tourniquet' } },
            extensions: { attempt: 1, ...LESSON.extensions, '{xapiApiIdBase}/lesson-result': 'lr-1' },
          },
          result: { score: { scaled: 0.9 } },
          context: {
            platform: 'field',
            extensions: {
              wet: true,
              '{xapiApiIdBase}/course': '{courseId}',
              '{xapiApiIdBase}/objective': '{objectiveId}',
              '{xapiApiIdBase}/badge': '{newBadgeId}',
              '{xapiApiIdBase}/student': '{studentId}',
              '{xapiApiIdBase}/education-class': '{classId}',
              '{xapiApiIdBase}/user': '{userId}',
            },
          },
          timestamp: '{now}',
          authority: { name: 'The field app' },
        },
      },
      effect: {
        does: 'records that the user experienced a lesson',
        leaves: "a statement in the user's learning record",
      },
      summary: 'Records an xAPI statement, version 2.',
      notes: ['Statements follow the xAPI specification.', 'The version 2 rules describe its parts.'],
      sandbox: {
        allows: ['actor', 'verb', 'object', 'context'].map((parameter) => ({
          what: 'other members',
          parameter,
          reason: STATEMENT,
        })),
      },
    }),
    recordActivity: post('/edu/v1/xapi/statement', {
      parameters: [
        body('timestamp', DateString),
        body('actor', Type.String(), 'A user ID.'),
        body('verb', Type.String({ examples: [...XAPI_V1_PRESET_VERBS] }), 'A preset verb or other text.'),
        body(
          'object',
          Type.Union([XapiV1Object, Type.String({ contentMediaType: 'application/json' })]),
          'JSON, as it is or stringified.',
        ),
      ],
      example: {
        minimal: { actor: '{userId}', verb: 'Repeated Steps', object: {} },
        full: {
          timestamp: '{now}',
          actor: '{userId}',
          verb: 'Repeated Steps',
          object: {
            attempt: 2,
            lessonId: '{lessonId}',
            classId: '{classId}',
            studentId: '{studentId}',
            lessonResultId: 'lr-1',
            objectiveId: '{objectiveId}',
            questionText: 'Where does it go?',
            questionIndex: 0,
            error: false,
            assist: true,
            safety: false,
            knowledge: true,
            target: 'left arm',
          },
        },
      },
      effect: {
        does: 'records that the user repeated steps of a lesson',
        leaves: "a statement in the user's learning record",
      },
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
    }),
  },
});
