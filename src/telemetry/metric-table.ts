import { DROPPED, REFUSAL_KINDS } from '../admission/refusal-observer.ts';
import { KEY_USES } from '../events/keyed-writes.ts';
import { GAP_REASONS, UNAVAILABLE_REASONS } from '../events/log.ts';
import { ERROR_CODES } from '../graph/errors.ts';
import { PARSED } from '../operations/reports/observers.ts';
import {
  ANY,
  type CountDeclaration,
  type Counts,
  type DistributionDeclaration,
  type Distributions,
} from './series.ts';

const RETAINED = ['document', 'plan', 'persisted_query'];
const PRICES = ['calls', 'objects', 'bytes'];

/** Counters and gauges of a gateway. */
export const COUNTS = {
  gateway_build_info: {
    help: 'Always 1; the labels name the version, the commit (empty if `BUILD_COMMIT` is not set) and the version of Node.',
    labels: { version: ANY, commit: ANY, node: ANY },
  },
  gateway_log_lines_dropped_total: {
    help: 'Log lines dropped because standard output accepted nothing and 8 MB of them waited.',
  },
  gateway_reload_failed: {
    help: '1 after a reload (SIGHUP) that failed, until one succeeds: the process keeps what it read before, and could not start again.',
  },

  gateway_operations_total: {
    help: 'Operations by name, type and the code of their first error, `OK` without one. A subscription counts when it opens.',
    labels: { operation: ANY, type: ANY, code: ANY },
  },
  gateway_client_operations_total: {
    help: 'Operations by client application, as it calls itself (`none` without a name), and the code of their first error, `OK` without one.',
    labels: { client: ANY, code: ANY },
  },
  gateway_deprecated_field_total: {
    help: 'Operations that name a deprecated field, argument or enum value of the graph, by its coordinate and client application. Members of variables are not seen.',
    labels: { field: ANY, client: ANY },
  },
  gateway_errors_total: {
    help: 'Errors in responses and events, by code.',
    labels: { code: Object.keys(ERROR_CODES) },
  },
  gateway_price_limits_exceeded_total: {
    help: 'Operations over the limit of a price: refused because of the prediction (`predicted`), or ended or cut short when they reached it (`reached`).',
    labels: { price: PRICES, stage: ['predicted', 'reached'] },
  },
  gateway_document_memory_bytes: {
    help: 'Estimated memory of retained documents, plans and persisted queries; their sum is limited.',
    labels: { kind: RETAINED },
  },
  gateway_documents_parsed_total: {
    help: 'Documents that were parsed and validated, because none with this text was retained, by outcome. All other operations had a known document.',
    labels: { outcome: PARSED },
  },
  gateway_document_evictions_total: {
    help: 'Documents, plans and persisted queries that were evicted because their memory was used up.',
    labels: { kind: RETAINED },
  },

  gateway_refused_requests_total: {
    help: "Requests refused and connections closed, by reason. Refused: over the caller's `rate`, `connections` or `subscriptions`, under too much `load`, over the limit of incoming `bodies` and first messages of sockets, or of the platform's `responses` that are held, over what the caller may have `stored`, over the address's `sign-in` mutations, or `rejected-sign-in` while too many are rejected. Closed: for a `flood` of socket messages, or for too much `unread` output.",
    labels: { reason: REFUSAL_KINDS },
  },
  gateway_dropped_connections_total: {
    help: "Connections closed as soon as they were accepted: over `LIMIT_CONNECTIONS` (`limit`), over what the process's limit of file `descriptors` allows, or over their `address`'s share of them.",
    labels: { reason: DROPPED },
  },
  gateway_sign_ins_total: {
    help: "Sign-ins and token refreshes that the platform `accepted`, and sign-in mutations that it `rejected`, by mutation; the latter's rate is limited.",
    labels: { mutation: ANY, outcome: ['accepted', 'rejected'] },
  },
  gateway_sign_ins_limited: {
    help: '1 if more than 3,000 sign-ins were rejected within the last 5 minutes: each address may have few rejected ones.',
  },
  gateway_session_check_budget: {
    help: 'Scheduled session checks per second that this process may make: its part of `SESSION_CHECK_BUDGET`.',
  },
  gateway_session_check_overdue_seconds: {
    help: 'Time since the oldest due session check became due. Above 0, the budget is used up.',
  },
  gateway_plugin_calls_total: {
    help: 'Calls from the platform to the plugin endpoints, by path and HTTP status.',
    labels: { endpoint: ANY, status: ANY },
  },

  gateway_subscriptions_open: { help: 'Open subscriptions, by field.', labels: { field: ANY } },
  gateway_sockets_open: { help: 'Open WebSockets.' },
  gateway_sse_streams_open: { help: 'Open subscriptions over server-sent events.' },
  gateway_events_delivered_total: {
    help: 'Events delivered to subscribers, replayed ones included.',
    labels: { field: ANY },
  },
  gateway_stream_results_rendered_total: {
    help: 'Results written as JSON; subscribers that get the same one share it.',
    labels: { field: ANY },
  },
  gateway_stream_gaps_total: {
    help: 'Gaps delivered to subscribers, by reason.',
    labels: { field: ANY, reason: GAP_REASONS },
  },

  gateway_event_store_up: {
    help: '1 while connected to the event store, otherwise 0.',
    labels: { store: ANY },
  },
  gateway_event_appends_total: {
    help: 'Successful appends to the event log, by result: `duplicate`, `conflict` and `fenced` (another instance owns the topic) add no event.',
    labels: { result: ['appended', 'duplicate', 'conflict', 'fenced'] },
  },
  gateway_event_append_failures_total: {
    help: 'Appends that failed after every attempt, by reason.',
    labels: { reason: UNAVAILABLE_REASONS },
  },
  gateway_event_losses_total: {
    help: "Events that never reached the log, by cause: the `platform`'s response was lost, or the event `store` failed. Subscribers get a gap instead.",
    labels: { because: ['platform', 'store'] },
  },
  gateway_idempotency_keys_total: {
    help: 'Mutations with an idempotency key, by outcome: `written`; `repeated`, answered with the result of an earlier one, so that a second write was saved; `refused`, with proof that nothing was written; `failed`, perhaps after the write; and without a write of their own `running` (the earlier one still is), `unknown` (its outcome is) and `reused` (it had other arguments).',
    labels: { as: KEY_USES },
  },
  gateway_stored_values_rejected_total: {
    help: 'Values in Redis with a wrong MAC, which no gateway has stored under their name: the request of an ATO token (`binding`), the user of a token (`caller`), the result of a mutation with an idempotency key (`write`). Another client writes to this Redis.',
    labels: { kind: ANY },
  },
  gateway_pollers: {
    help: 'Users with open notification streams on this instance, by state of their poller: `polling`, `standby` while another instance polls, `failing`, or `idle` without a valid token.',
    labels: { state: ANY },
  },
  gateway_poll_calls_total: {
    help: 'Platform calls for notification polls, by turn: `due`, or ahead of the queue because a user `arrived`, a notification was `sent`, or a poll reads another `page`.',
    labels: { turn: ['due', 'arrived', 'sent', 'page'] },
  },
  gateway_poll_problems_total: {
    help: "Failed notification polls, by cause: the `platform`, the user's `token`, the event `store`, or the `gateway`.",
    labels: { at: ['platform', 'token', 'store', 'gateway'] },
  },
  gateway_poll_budget: {
    help: 'Platform calls per second that this process may make for notification polls: its part of `NOTIFICATION_POLL_BUDGET`.',
  },
  gateway_poll_overdue_seconds: {
    help: 'Time since the oldest due notification poll became due. Above 0, the budget is used up.',
  },

  gateway_upstream_calls_total: {
    help: 'Calls sent to the platform, retries included, by route, status class (429 is one of its own) and outcome: `response`, or why there was no response.',
    labels: { route: ANY, status: ANY, outcome: ANY },
  },
  gateway_upstream_refused_total: {
    help: 'Calls that were not sent because a `circuit` was open, or too many of their caller waited in a `queue`.',
    labels: { route: ANY, reason: ANY },
  },
  gateway_upstream_retries_total: { help: 'Retried calls.', labels: { route: ANY } },
  gateway_upstream_circuit_state: {
    help: 'State of the circuit breaker of a route, or of a host (`host platform`): 0 closed, 1 half-open, 2 open. Exposed once it has opened.',
    labels: { route: ANY },
  },
  gateway_upstream_saved_calls_total: {
    help: 'Calls avoided, by reason: the same `key` was already read in the operation, the value was `primed` by another read, IDs were sent in a `batch`, or another operation had the same call in flight (`single-flight`).',
    labels: { by: ['key', 'primed', 'batch', 'single-flight'] },
  },
  gateway_upstream_drift_total: {
    help: 'Deviations of successful responses from their documented shape, by route and documented member: a `response` that cannot be read; a `row` left out because it lacks its ID; a promised member that is `missing`; a member of another `type`; an object with `unknown` members. The last three are counted in samples.',
    labels: { route: ANY, deviation: ANY, member: ANY },
  },
  gateway_upstream_bodies_total: {
    help: 'Responses with rows that an operation could copy: `recorded` without parsing them; or parsed because they were `small`, `large` or `unusual`, in a form that projection does not support, or because projection was `paused` after unusual responses of the route.',
    labels: { route: ANY, reading: ANY },
  },
  gateway_projected_lists_total: {
    help: 'Lists of rows that were not parsed, by outcome: `copied` into the response as bytes, or `completed` field by field because of an unusual value.',
    labels: { outcome: ['copied', 'completed'] },
  },
  gateway_upstream_clock_offset_seconds: {
    help: "How far the platform's clock is ahead of this instance's, by the `Date` header of its responses.",
  },
  gateway_dependency_up: {
    help: '1 while the checks of a dependency succeed, otherwise 0: `redis`, and the hosts `platform`, `notes` and `push`.',
    labels: { dependency: ANY },
  },
  gateway_dependency_changes_total: {
    help: 'How often a dependency became `up` or `down`, the first state after the start included.',
    labels: { dependency: ANY, state: ANY },
  },
} satisfies Readonly<Record<string, CountDeclaration>>;

/** Histograms of a gateway. */
export const DISTRIBUTIONS = {
  gateway_operation_duration_seconds: {
    help: 'Time from request to response; for a subscription, until it is open.',
    labels: { operation: ANY, type: ANY },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  gateway_operation_price: {
    help: 'Predicted price of operations: platform `calls`, `objects` and list items of the response, `bytes` of the response.',
    labels: { price: PRICES },
    buckets: [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8],
  },
  gateway_session_check_age_seconds: {
    help: 'Time between two scheduled checks of a session with open streams: how long a revocation may remain unnoticed.',
    buckets: [5, 15, 30, 45, 60, 90, 120, 300, 600, 1200, 1800, 3600],
  },
  gateway_stream_lag_seconds: {
    help: "Time from an event's append, by the event log's clock, to its delivery; replayed events excluded.",
    labels: { field: ANY },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  gateway_poll_staleness_seconds: {
    help: "Time between two polls of a user's notifications: how old what a stream shows may be.",
    buckets: [1, 2.5, 5, 7.5, 10, 15, 30, 60, 120, 300, 600, 1800],
  },
  gateway_upstream_call_duration_seconds: {
    help: 'Time from sending a call to the end of its response, or its failure.',
    labels: { route: ANY },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  },
  gateway_upstream_batch_size: {
    help: 'IDs per call, for routes that accept several.',
    buckets: [1, 2, 5, 10, 20, 50, 100],
  },
} satisfies Readonly<Record<string, DistributionDeclaration>>;

export type GatewayCounts = Readonly<Record<keyof typeof COUNTS, Counts>>;
export type GatewayDistributions = Readonly<Record<keyof typeof DISTRIBUTIONS, Distributions>>;
