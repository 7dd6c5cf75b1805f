import { Type } from 'typebox';

import {
  ATO_TOKEN,
  body,
  NOT_SHOWN,
  PLUGIN_CREDENTIAL,
  query,
  required,
  USER_ID,
  USER_IDS,
} from '../parts.ts';
import { AdditionalInfo, AtoAlertType, AtoStatus, DateString } from '../resources.ts';
import type { Section } from '../vocabulary.ts';

const ORG_IDS = query(
  'orgIds',
  Type.String(),
  'IDs of organizations open to the plugin, with commas between.',
);
const PERMITTED =
  'A platform administrator permits each set of AI routes to a plugin, once it has been created.';
const SERVICE_BADGE = 'Required when the badge originates from the service.';

export const AI_PLUGIN: Section = {
  title: 'AI plugin routes',
  routes: [
    {
      method: 'GET',
      path: '/plugin/v2/ai/record-data',
      host: 'base',
      credential: PLUGIN_CREDENTIAL,
      parameters: [
        query(
          'orgIds',
          Type.String(),
          'IDs of functional organizations open to the plugin, with commas between; all of those by default.',
        ),
      ],
      response: NOT_SHOWN,
      summary: 'Reads the learning records of students.',
      notes: [PERMITTED],
    },
    {
      method: 'POST',
      path: '/plugin/v2/ai/badge/assertion',
      host: 'base',
      credential: PLUGIN_CREDENTIAL,
      parameters: [
        required(body('userId', Type.String())),
        required(body('badgeId', Type.String())),
        required(body('name', Type.String())),
        required(body('type', Type.String())),
        required(body('image', Type.String())),
        required(body('issuerName', Type.String())),
        required(body('issuedOn', DateString)),
        body('lessonId', Type.String(), SERVICE_BADGE),
        body('classId', Type.String(), SERVICE_BADGE),
        body('versionId', Type.String(), SERVICE_BADGE),
      ],
      response: NOT_SHOWN,
      summary: 'Asserts a badge for a user.',
      notes: [PERMITTED, 'For a badge from the service, lessonId, classId and versionId are required too.'],
    },
    {
      method: 'GET',
      path: '/plugin/v2/ai/badge/assertion',
      host: 'base',
      credential: PLUGIN_CREDENTIAL,
      parameters: [USER_ID, USER_IDS],
      response: NOT_SHOWN,
      summary: 'Reads the badge assertions of users.',
      notes: [PERMITTED],
    },
    {
      method: 'POST',
      path: '/plugin/v2/ai/badge',
      host: 'base',
      credential: PLUGIN_CREDENTIAL,
      parameters: [
        required(body('name', Type.String())),
        required(body('type', Type.String())),
        required(body('image', Type.String())),
        required(body('proficiency', Type.Number())),
        body('description', Type.String()),
        body('alignments', Type.String()),
        body('tags', Type.String()),
      ],
      response: NOT_SHOWN,
      summary: 'Creates a badge.',
      notes: [PERMITTED],
    },
    {
      method: 'GET',
      path: '/plugin/v2/ai/badge/course',
      host: 'base',
      credential: PLUGIN_CREDENTIAL,
      parameters: [ORG_IDS],
      response: NOT_SHOWN,
      summary: 'Reads the course badges of the courses that members of the organizations are enrolled in.',
      notes: [PERMITTED],
    },
    {
      method: 'GET',
      path: '/plugin/v2/ai/badge/objective',
      host: 'base',
      credential: PLUGIN_CREDENTIAL,
      parameters: [ORG_IDS],
      response: NOT_SHOWN,
      summary: 'Reads the objective badges of the courses that members of the organizations are enrolled in.',
      notes: [PERMITTED],
    },
    {
      method: 'GET',
      path: '/plugin/v2/ai/other-skills',
      host: 'base',
      credential: PLUGIN_CREDENTIAL,
      parameters: [USER_ID, USER_IDS],
      response: NOT_SHOWN,
      summary: 'Reads the hobbies and other skills of users.',
      notes: [PERMITTED],
    },
    {
      method: 'POST',
      path: '/plugin/v2/ai/additional-info',
      host: 'base',
      credential: PLUGIN_CREDENTIAL,
      parameters: [body('userId', Type.String()), body('additionalInfo', Type.Array(AdditionalInfo))],
      response: NOT_SHOWN,
      summary: 'Adds information to a user.',
      notes: [PERMITTED],
    },
  ],
};

export const ATO_PLUGIN: Section = {
  title: 'ATO plugin routes',
  routes: [
    {
      method: 'POST',
      path: '/plugin/v1/ato/status',
      host: 'base',
      credential: ATO_TOKEN,
      parameters: [
        body('requestId', Type.String()),
        body('status', AtoStatus),
        body('complete', Type.Boolean()),
        body('cancellable', Type.Boolean(), 'Whether the user may cancel it in the developer console.'),
      ],
      response: NOT_SHOWN,
      summary: 'Updates the status of an ATO request.',
      notes: [
        'The token comes from SSO: a redirect brings the user and a code, which the plugin exchanges.',
        'The state of that redirect is the requestId.',
        'Which status may follow which is not shown.',
      ],
    },
    {
      method: 'POST',
      path: '/plugin/v1/ato/alert',
      host: 'base',
      credential: ATO_TOKEN,
      parameters: [
        body('requestId', Type.String()),
        body('title', Type.String()),
        body('text', Type.String(), 'The body of the alert.'),
        body('providerId', Type.String(), 'An ID internal to the plugin.'),
        body('status', Type.String()),
        body('type', AtoAlertType),
      ],
      response: NOT_SHOWN,
      summary: 'Adds an alert to an ATO request.',
      notes: [
        'The alert is shown where the progress of the ATO package is viewed.',
        'The token comes from SSO, as for the status route.',
      ],
    },
  ],
};
