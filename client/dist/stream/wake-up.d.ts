import type { Clock } from '../clock.ts';
/**
 * Why a connection is worth a look now: `online`, the network has returned; `visible`, the page is shown again; `awake`,
 * the device has slept, or the app was in the background.
 */
export type WakeUp = 'online' | 'visible' | 'awake';
/**
 * Reports when a connection may work again, or may have been lost unnoticed, as far as the platform tells: React Native and
 * Node only notice that they have slept. @returns stops.
 */
export declare function onWakeUp(clock: Clock, report: (reason: WakeUp) => void): () => void;
