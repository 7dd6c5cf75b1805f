import { guest } from './person.ts';
import type { User } from './user.ts';

/** Anonymous users: no name, only a handle. */
export const guests: readonly User[] = [
  guest('u-guest-heron', '@quiet-heron'),
  guest('u-guest-otter', '@brave-otter', { country: 'CA' }),
  guest('u-guest-lynx', '@night-lynx', { country: 'FI', publicSearch: false }),
  guest('u-guest-wren', '@small-wren', { userType: 'child', accountType: 'Kid' }),
];
