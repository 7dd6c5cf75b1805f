import type { ErrorCode } from './errors.ts';

/** An error that a field can give. */
export interface FieldError {
  code: ErrorCode;
  /** Why this field gives it. Null: the meaning of the code says it. */
  cause: string | null;
}
