/** Result of one check. Contains no secret, token, address or personal data. */
export interface CheckResult {
  check: string;
  /** `skipped`: not applicable, or not determinable without effects. */
  state: 'ok' | 'warning' | 'failure' | 'skipped';
  found: string;
  /** What to do. Null: nothing. */
  remedy: string | null;
}

const withoutRemedy =
  (state: CheckResult['state']) =>
  (check: string, found: string): CheckResult => ({ check, state, found, remedy: null });

const withRemedy =
  (state: CheckResult['state']) =>
  (check: string, found: string, remedy: string | null): CheckResult => ({ check, state, found, remedy });

export const ok = withoutRemedy('ok');
export const skipped = withoutRemedy('skipped');
export const warning = withRemedy('warning');
export const failure = withRemedy('failure');
