/** An error in a response of the graph. */
export interface GraphError {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions: {
    code: string;
    requestId: string;
    retryable: boolean;
    retryAfterMs?: number;
    upstream?: { route: string; status?: number };
    argument?: (string | number)[];
    variable?: (string | number)[];
    reason?: string;
    bounds?: { minimum?: number; maximum?: number };
    exceeded?: { price: string; value: number; limit: number };
  };
}
