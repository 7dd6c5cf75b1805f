/** The addresses and verbs that statements are checked against; the contract does not show their values. */
export interface XapiVocabulary {
  /** `{service_home_page}`. */
  homePage: string;
  /** `{xapi_base}`. */
  base: string;
  /** `{xapi_api_id_base}`. */
  apiIdBase: string;
  /** The allowed verb IDs. */
  verbs: string[];
}

const ADL = 'http://adlnet.gov/expapi/verbs';

export const defaultXapi: XapiVocabulary = {
  homePage: 'https://platform.example',
  base: 'https://platform.example/xapi',
  apiIdBase: 'https://platform.example/xapi/api-id',
  verbs: [
    'answered',
    'asked',
    'attempted',
    'attended',
    'commented',
    'completed',
    'exited',
    'experienced',
    'failed',
    'imported',
    'initialized',
    'interacted',
    'launched',
    'mastered',
    'passed',
    'preferred',
    'progressed',
    'registered',
    'responded',
    'resumed',
    'scored',
    'shared',
    'suspended',
    'terminated',
    'voided',
  ].map((verb) => `${ADL}/${verb}`),
};

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
