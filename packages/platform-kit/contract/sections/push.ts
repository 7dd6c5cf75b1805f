import { Type } from 'typebox';

import {
  body,
  bodyOf,
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
import { DateString, Notification } from '../resources.ts';

export const PUSH = section({
  title: 'Push notifications',
  host: 'push',
  credential: USER_TOKEN,
  notes: ['Push must be enabled and configured for the app in the developer console.'],
  routes: {
    sendNotification: put('/notifications/v1', {
      parameters: bodyOf(Notification),
      example: {
        minimal: { receiver: '{userId}', text: 'Hello %s', persist: 'true' },
        full: {
          receiver: '{userId}',
          text: 'Hello %s',
          textParameters: 'Ana',
          path: '/home',
          persist: 'true',
        },
      },
      effect: { does: 'sends the user a notification from themselves', leaves: null, group: 'notification' },
      summary: 'Sends a notification to a user.',
      sandbox: { requires: ['receiver', 'text'] },
    }),
    registerDevice: put('/notifications/v1/register', {
      parameters: [
        body('deviceToken', Type.String(), 'The token of an iOS or Android device.'),
        body('refreshToken', Type.String(), 'The refresh token of the session to register.'),
      ],
      example: { minimal: { deviceToken: '{deviceToken}', refreshToken: '{refreshToken}' } },
      effect: { does: 'registers the device for that session', leaves: 'the registration' },
      summary: 'Registers a session for notifications.',
      notes: ['Must be called at every login, or notifications from other users do not arrive.'],
      sandbox: { requires: ['deviceToken', 'refreshToken'] },
    }),
    listNotifications: get('/notifications/v1', {
      parameters: [
        query('acknowledge', Type.Boolean(), 'Whether acknowledged notifications are returned.'),
        LIMIT,
        PAGE,
        query('since', DateString, 'Only notifications created after this time.'),
      ],
      example: {
        minimal: { acknowledge: false, ...PAGE_OF_TEN },
        full: { acknowledge: true, limit: 4, page: 1, since: '2026-03-01T00:00:00.000Z' },
      },
      summary: 'Lists notifications.',
      notes: [
        'Only the creation members and notificationId are shown, not the wrapper of the list.',
        'The list contains only notifications that were sent with persist.',
      ],
    }),
    acknowledgeNotification: post('/notifications/v1/acknowledge', {
      parameters: [required(body('notificationId', Type.String()))],
      example: { minimal: { notificationId: '{newNotificationId}' } },
      effect: {
        does: "acknowledges that notification, which remains in the user's list",
        leaves: null,
        group: 'notification',
      },
      summary: 'Marks a notification as acknowledged.',
      notes: ['No other effect is shown, and no way to undo it.'],
    }),
  },
});
