/** The full form of the soak suite (`npm run test:soak`); else the short one, which is part of every run. */
export const FULL = process.env.FULL_SOAK === '1';
