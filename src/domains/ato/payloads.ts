import type { AtoAlertState } from './state.ts';

/** The response to a write, and whether it was appended to the streams. */
interface AtoWritten {
  /** Null: there are no streams. */
  streamed: boolean | null;
  extra: Record<string, unknown>;
}

/** Result of a status update. */
export interface UpdatedAtoStatus extends AtoWritten {
  requestId: string;
  /** Whether the token may read the request. */
  requestVisible: boolean;
}

/** Result of an alert. */
export interface RaisedAtoAlert extends AtoWritten {
  alert: AtoAlertState;
}
