import { writeRoute } from '../route.ts';
import { open } from '../wire.ts';

/** PUT /notifications/v1/register: registers the token's session for push. Contract: Endpoints, Push notifications. */
export const registerDevice = writeRoute<
  { deviceToken: string; refreshToken?: string },
  Record<string, unknown>
>({ method: 'PUT', path: '/notifications/v1/register', host: 'push', read: open });
