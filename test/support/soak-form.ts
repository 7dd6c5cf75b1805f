/** True for the full soak suite (`npm run test:soak`), false for the short one in every run. */
export const FULL = process.env.FULL_SOAK === '1';
