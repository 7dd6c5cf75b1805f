/** Result of one check. Contains no secret, token, address or personal data. */
export interface CheckResult {
  check: string;
  /** `skipped`: not applicable, or not determinable without effects. */
  state: 'ok' | 'warning' | 'failure' | 'skipped';
  found: string;
  /** What to do. Null: nothing. */
  remedy: string | null;
}

export const ok = (check: string, found: string): CheckResult => ({
  check,
  state: 'ok',
  found,
  remedy: null,
});

export const skipped = (check: string, found: string): CheckResult => ({
  check,
  state: 'skipped',
  found,
  remedy: null,
});

export const warning = (check: string, found: string, remedy: string): CheckResult => ({
  check,
  state: 'warning',
  found,
  remedy,
});

export const failure = (check: string, found: string, remedy: string): CheckResult => ({
  check,
  state: 'failure',
  found,
  remedy,
});
