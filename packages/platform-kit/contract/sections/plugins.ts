import { Type } from 'typebox';

import {
  ATO_TOKEN,
  body,
  bodyOf,
  get,
  PLUGIN_CREDENTIAL,
  post,
  query,
  section,
  USER_ID,
  USER_IDS,
} from '../parts.ts';
import { AdditionalInfo, AtoAlert, AtoStatus, Badge, BadgeAssertion } from '../resources.ts';

const ORG_IDS = query(
  'orgIds',
  Type.String(),
  'Comma-separated IDs of organizations that the plugin may access.',
);

const OF_ORGANIZATIONS = { minimal: {}, full: { orgIds: '{orgId},org-vanguard' } };
const OF_USERS = {
  minimal: { userIds: '{userId},u-okafor' },
  ofUser: { userIds: '{userId}' },
  ofUserId: { userId: '{userId}' },
};
const BADGE = { name: 'Night walker', type: 'skill', image: 'img-night', proficiency: 2.5 };
const ASSERTION = {
  userId: '{userId}',
  badgeId: '{newBadgeId}',
  name: 'Field First Aid',
  type: 'course',
  image: 'img-b-c-first-aid',
  issuerName: 'The assistant',
  issuedOn: '{now}',
};

export const AI_PLUGIN = section({
  title: 'AI plugin routes',
  host: 'base',
  credential: PLUGIN_CREDENTIAL,
  notes: ['Once the plugin has been created, a platform administrator permits each set of AI routes.'],
  routes: {
    listLearningRecords: get('/plugin/v2/ai/record-data', {
      parameters: [
        query(
          'orgIds',
          Type.String(),
          'Comma-separated IDs of functional organizations that the plugin may access; all of them by default.',
        ),
      ],
      example: { ...OF_ORGANIZATIONS, ofOrganization: { orgIds: '{orgId}' } },
      summary: 'Reads the learning records of students.',
    }),
    assertBadge: post('/plugin/v2/ai/badge/assertion', {
      parameters: bodyOf(BadgeAssertion),
      example: {
        minimal: ASSERTION,
        full: {
          ...ASSERTION,
          lessonId: 'l-first-aid-exam',
          classId: '{classId}',
          versionId: 'v-c-first-aid-1',
        },
      },
      effect: { does: 'asserts that badge for the user', leaves: 'the assertion' },
      summary: 'Asserts a badge for a user.',
      notes: ['For a badge from the service, lessonId, classId and versionId are also required.'],
    }),
    listBadgeAssertions: get('/plugin/v2/ai/badge/assertion', {
      parameters: [USER_ID, USER_IDS],
      example: OF_USERS,
      summary: 'Reads the badge assertions of users.',
      sandbox: { requires: [{ anyOf: ['userId', 'userIds'] }] },
    }),
    createBadge: post('/plugin/v2/ai/badge', {
      parameters: bodyOf(Badge),
      example: {
        minimal: BADGE,
        full: {
          ...BADGE,
          description: 'Walks at night.',
          alignments: 'Land navigation',
          tags: 'night',
        },
      },
      effect: { does: 'creates a badge', leaves: 'the badge' },
      summary: 'Creates a badge.',
    }),
    listCourseBadges: get('/plugin/v2/ai/badge/course', {
      parameters: [ORG_IDS],
      example: OF_ORGANIZATIONS,
      summary: 'Reads the course badges of the courses that members of the organizations are enrolled in.',
    }),
    listObjectiveBadges: get('/plugin/v2/ai/badge/objective', {
      parameters: [ORG_IDS],
      example: OF_ORGANIZATIONS,
      summary: 'Reads the objective badges of the courses that members of the organizations are enrolled in.',
    }),
    listOtherSkills: get('/plugin/v2/ai/other-skills', {
      parameters: [USER_ID, USER_IDS],
      example: OF_USERS,
      summary: 'Reads the hobbies and other skills of users.',
      sandbox: { requires: [{ anyOf: ['userId', 'userIds'] }] },
    }),
    addUserInfo: post('/plugin/v2/ai/additional-info', {
      parameters: [body('userId', Type.String()), body('additionalInfo', Type.Array(AdditionalInfo))],
      example: {
        minimal: { userId: '{userId}', additionalInfo: [{ title: 'Pace', description: 'Steady' }] },
      },
      effect: { does: 'adds information to the user', leaves: 'that information' },
      summary: 'Adds information to a user.',
      sandbox: { requires: ['userId', 'additionalInfo'] },
    }),
  },
});

const STATUS = { requestId: '{atoRequestId}', status: 'under-review' };
const ALERT = { requestId: '{atoRequestId}', title: 'Scan', text: 'The scan is done.' };

export const ATO_PLUGIN = section({
  title: 'ATO plugin routes',
  host: 'base',
  credential: ATO_TOKEN,
  routes: {
    updateAtoStatus: post('/plugin/v1/ato/status', {
      parameters: [
        body('requestId', Type.String()),
        body('status', AtoStatus),
        body('complete', Type.Boolean()),
        body(
          'cancellable',
          Type.Boolean(),
          'Whether the user may cancel the request in the developer console.',
        ),
      ],
      example: {
        minimal: STATUS,
        full: { ...STATUS, complete: false, cancellable: true },
      },
      effect: {
        does: 'sets the ATO request to `in-progress`, incomplete and cancellable',
        leaves: 'that status',
      },
      summary: 'Updates the status of an ATO request.',
      notes: [
        'The token comes from SSO: the user is redirected with a code, which the plugin exchanges for a token.',
        'The state of that redirect is the requestId.',
        'Transitions between statuses are not shown.',
      ],
      sandbox: { requires: ['requestId', 'status'] },
    }),
    raiseAtoAlert: post('/plugin/v1/ato/alert', {
      parameters: bodyOf(Type.Partial(AtoAlert)),
      example: {
        minimal: { ...ALERT, type: 'info' },
        full: { ...ALERT, type: 'success', providerId: 'alert-1', status: 'in-progress' },
      },
      effect: { does: 'adds an alert to the ATO request', leaves: 'the alert' },
      summary: 'Adds an alert to an ATO request.',
      notes: [
        'The alert is shown where the progress of the ATO package is viewed.',
        'The token comes from SSO, as for the status route.',
      ],
      sandbox: { requires: ['requestId', 'title', 'text'] },
    }),
  },
});
