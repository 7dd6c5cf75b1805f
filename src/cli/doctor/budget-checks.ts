import type { Config } from '../../config/config.ts';
import { type CheckResult, ok } from './result.ts';

/** Reports how many users the budgets of background calls can serve; the operator judges whether that is enough. */
export const checkBudgets = ({ notificationPolls, sessionChecks }: Config): CheckResult[] => [
  ok('poll budget', sufficesFor(notificationPolls, 'listening users')),
  ok('check budget', sufficesFor(sessionChecks, 'sessions with streams')),
];

function sufficesFor({ budget, interval, maxInterval }: Config['sessionChecks'], whom: string): string {
  const atInterval = (milliseconds: number): string =>
    `${Math.floor((budget * milliseconds) / 1000)} every ${milliseconds / 1000} s`;
  const stretched = maxInterval > interval ? `, ${atInterval(maxInterval)}` : '';
  return `${budget} calls per second for the fleet: ${whom}, ${atInterval(interval)}${stretched}`;
}
