import type { FittingShape } from './fitting.ts';

/** Result of a run, as `--json` prints it. It contains names and types, never a value of the platform. */
export interface Report {
  /** Version of the report format. */
  conformance: 1;
  /** Which writes were allowed. */
  writes: 'none' | 'undone' | 'all';
  /** Whether unknown members count as differences. */
  strict: boolean;
  /** Name of the records that this run created. Null: writes were not allowed. */
  marker: string | null;
  conforming: number;
  differing: number;
  skipped: number;
  routes: RouteReport[];
  /** Entries of `PLATFORM_SHAPES` with which the gateway could read responses that it cannot read now. */
  shapes: Readonly<Record<string, FittingShape>>;
}

/** One request. A route may have several, each a variant. */
export interface RouteReport {
  /** Method and path, as in the contract. */
  route: string;
  /** Null: the usual request. */
  variant: string | null;
  outcome: 'conforms' | 'differs' | 'skipped';
  /** Null if skipped or without a response. */
  status: number | null;
  /** Milliseconds from sending the request to the end of the response. Null if skipped. */
  latencyMs: number | null;
  /** Why it was skipped, and what to set. Null if it was sent. */
  reason: string | null;
  findings: ReportedFinding[];
}

type FindingKind =
  /** No complete response. */
  | 'no response'
  /** 401 or 403: the credential was rejected. */
  | 'refused'
  /** Any other status than 2xx. */
  | 'status'
  /** The response should be JSON but is not. */
  | 'not JSON'
  /** The documented list wrapper is missing: the list is bare, or under another name. */
  | 'no wrapper'
  /** A documented member is missing. */
  | 'missing'
  /** A member has another type than documented. */
  | 'type'
  /** The gateway's own reader rejects the response. */
  | 'unreadable'
  /** The gateway's own reader leaves out rows, because they lack their ID. */
  | 'left out'
  /** Another form that means the same: a wrapper, an ID or a time as a number. A difference only under `--strict`. */
  | 'form'
  /** A member that the contract does not show. A difference only under `--strict`. */
  | 'unknown'
  /** A list without items, whose members could not be checked. Never a difference. */
  | 'empty';

/** A deviation from the contract, without any value. */
export interface Finding {
  kind: FindingKind;
  /** Path of the member, as in `docs[].course.name`. Null: the response as a whole. */
  member: string | null;
  /** The contract's documentation. Null: none. */
  expected: string | null;
  /** The platform's deviation: a status, a type or a reason. Null: none. */
  found: string | null;
}

export interface ReportedFinding extends Finding {
  isDifference: boolean;
  /** The affected fields of the graph, as in `Course.name`. */
  fields: string[];
}
