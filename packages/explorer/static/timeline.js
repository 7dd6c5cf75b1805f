// The platform calls of an operation on a time axis, from `extensions.upstream`.
import { counted, element } from './dom.js';

/** @param upstream the report of the gateway: totals, and each call with its start */
export function timelineOf({ calls, shared, ms, timeline = [] }) {
  const end = Math.max(1, ...timeline.map((call) => call.start + call.ms));
  const percent = (value) => `${((value / end) * 100).toFixed(2)}%`;
  return [
    element.p(
      { class: 'summary' },
      `${counted(calls, 'platform call')} in ${ms} ms`,
      shared === 0
        ? null
        : `; ${counted(shared, 'read')} needed no call of their own: they were shared or already loaded`,
    ),
    element.ol(
      { class: 'timeline', 'aria-label': 'Platform calls, in the order of their start' },
      timeline.map((call) => {
        const bar = element.span({ class: call.shared ? 'bar shared' : 'bar' });
        bar.style.left = percent(call.start);
        bar.style.width = percent(call.ms);
        return element.li(
          element.code(call.route),
          call.shared ? element.span({ class: 'badge' }, 'shared') : null,
          element.span({ class: 'when' }, `at ${call.start} ms, took ${call.ms} ms`),
          element.span({ class: 'track', 'aria-hidden': 'true' }, bar),
        );
      }),
    ),
    timeline.length < calls
      ? element.p({ class: 'summary' }, `The first ${timeline.length} are shown.`)
      : null,
  ].filter(Boolean);
}
