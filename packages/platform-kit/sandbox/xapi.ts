const ADL = 'http://adlnet.gov/expapi/verbs';

/** Verbs after which a lesson counts as completed. */
export const COMPLETING_VERBS: readonly string[] = [`${ADL}/completed`, `${ADL}/passed`, `${ADL}/mastered`];

/** An accepted statement with its indexed fields. */
export interface StoredStatement {
  statementId: string;
  version: 1 | 2;
  /** The actor. */
  userId: string;
  verb: string;
  studentId: string | undefined;
  classId: string | undefined;
  lessonId: string | undefined;
  timestamp: string;
  /** When the platform accepted it. */
  stored: string;
}
