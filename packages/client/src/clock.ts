export { type Clock, SYSTEM_CLOCK, wait } from '../../resumable-subscriptions/client/clock.ts';
