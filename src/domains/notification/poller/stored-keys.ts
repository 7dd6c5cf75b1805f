/** Key of a user's {@link Watermark}. */
export const watermarkKey = (userId: string): string => `notification-watermark:${userId}`;
/** Key of the time until which the platform asked not to be called for a user. */
export const pauseKey = (userId: string): string => `notification-rest:${userId}`;
