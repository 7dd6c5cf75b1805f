/** Topic of one user: every notification the user receives. */
export const notificationTopic = (userId: string): string => `notifications:${userId}`;
