import type { AtoAlertType, AtoStatus } from '../../generated/resolvers.ts';
import type { AtoAlertTypeText, AtoStatusText } from '../../platform/routes/ato.ts';

/** Platform values of the graph's enums. Contract: States and transitions. */
export const STATUS: Record<AtoStatus, AtoStatusText> = {
  NOT_STARTED: 'not-started',
  IN_PROGRESS: 'in-progress',
  ACTION_REQUIRED: 'action-required',
  UNDER_REVIEW: 'under-review',
  COMPLETED: 'completed',
};

export const ALERT_TYPE: Record<AtoAlertType, AtoAlertTypeText> = {
  INFO: 'info',
  SUCCESS: 'success',
  WARNING: 'warning',
  ERROR: 'error',
};

const STATUS_NAMES = new Map<string, AtoStatus>(
  Object.entries(STATUS).map(([name, text]) => [text, name as AtoStatus]),
);
const ALERT_TYPE_NAMES = new Map<string, AtoAlertType>(
  Object.entries(ALERT_TYPE).map(([name, text]) => [text, name as AtoAlertType]),
);

/** Null: a value that the contract does not document. */
export const toStatus = (text: string | null): AtoStatus | null => STATUS_NAMES.get(text ?? '') ?? null;
export const toAlertType = (text: string | null): AtoAlertType | null =>
  ALERT_TYPE_NAMES.get(text ?? '') ?? null;
