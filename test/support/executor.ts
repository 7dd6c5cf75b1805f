/** The executor of every gateway that tests start: `npm run test:reference` sets another. */
export const EXECUTOR = process.env.EXECUTOR ?? 'compiled';
