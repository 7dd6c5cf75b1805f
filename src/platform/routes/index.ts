/** The routes of each noun. */
export * as ato from './ato.ts';
export * as auth from './auth.ts';
export * as badge from './badge.ts';
export * as bucket from './bucket.ts';
export * as classes from './class.ts';
export * as course from './course.ts';
export * as leaderboard from './leaderboard.ts';
export * as note from './note.ts';
export * as notification from './notification.ts';
export * as question from './question.ts';
export * as user from './user.ts';
export * as xapi from './xapi.ts';
