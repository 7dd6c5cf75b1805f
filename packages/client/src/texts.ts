/**
 * Texts for the people who use an app: of errors, of forms, and of notifications. English is built in; every sentence can be replaced.
 * @module
 */
export { errorText, signInErrorText } from './texts/error-text.ts';
export { type FormMessages, formMessages } from './texts/form-messages.ts';
export { type NotificationParts, notificationText } from './texts/notification-text.ts';
export type { Details, OwnWords, Sentence, Situation, TextOptions, Words } from './texts/words.ts';
