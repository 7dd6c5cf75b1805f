/** What the command found, as `--json` prints it. It holds names and types and no value of the platform. */
export interface Report {
  /** Version of this form. */
  conformance: 1;
  /** Which writes were allowed. */
  writes: 'none' | 'undone' | 'all';
  /** Whether unknown members count as differences. */
  strict: boolean;
  /** What the records that this run made are named. Null: it was not to write. */
  marker: string | null;
  conforming: number;
  differing: number;
  skipped: number;
  routes: RouteReport[];
}

/** One request. A route that is tried in two ways has two. */
export interface RouteReport {
  /** Method and path, as the contract writes them. */
  route: string;
  /** Which of the ways; null: the only or usual one. */
  variant: string | null;
  outcome: 'conforms' | 'differs' | 'skipped';
  /** Null: skipped, or no response. */
  status: number | null;
  /** From sending the request to the end of the response. Null: skipped. */
  latencyMs: number | null;
  /** Why it was skipped, and what to set. Null: it was not. */
  reason: string | null;
  findings: ReportedFinding[];
}

export type FindingKind =
  /** No complete response came. */
  | 'no response'
  /** 401 or 403: the credential was refused. */
  | 'refused'
  /** Any other status than 2xx. */
  | 'status'
  /** A JSON response was documented, and this is none. */
  | 'not JSON'
  /** The documented list wrapper is missing: the list is bare, or under another name. */
  | 'no wrapper'
  /** A documented member is missing. */
  | 'missing'
  /** A member has another type than documented. */
  | 'type'
  /** The gateway's own reader refuses the response. */
  | 'unreadable'
  /** A member that the contract does not show. A difference only under `--strict`. */
  | 'unknown'
  /** A list without items, whose members could not be checked. Never a difference. */
  | 'empty';

/** A deviation, by where it is: no value is part of it. */
export interface Finding {
  kind: FindingKind;
  /** Where, as in `docs[].course.name`. Null: the response as a whole. */
  member: string | null;
  /** What the contract documents; null: nothing. */
  expected: string | null;
  /** What came instead: a status, a type or a reason; null: nothing. */
  found: string | null;
}

export interface ReportedFinding extends Finding {
  isDifference: boolean;
  /** The fields of the graph that suffer, as in `Course.name`. */
  fields: string[];
}
