/** Contract: States and transitions, ATO request status. */
export const ATO_STATUSES = [
  'not-started',
  'in-progress',
  'action-required',
  'under-review',
  'completed',
] as const;
type AtoStatus = (typeof ATO_STATUSES)[number];

/** Contract: States and transitions, ATO alert type. */
export const ATO_ALERT_TYPES = ['info', 'success', 'warning', 'error'] as const;
type AtoAlertType = (typeof ATO_ALERT_TYPES)[number];

/** One distribution of an app that an ATO package covers. */
export interface AtoDistribution {
  distributionId: string;
  name: string;
  platform: string;
  version: string;
}

export interface AtoAlert {
  alertId: string;
  requestId: string;
  title: string;
  text: string;
  providerId: string | null;
  status: AtoStatus | null;
  type: AtoAlertType;
  createdDate: string;
}

/** A request for the authority to operate. Contract: Resources, ATO request and alert. */
export interface AtoRequest {
  requestId: string;
  /** Whoever started it. */
  userId: string;
  organizationId: string;
  appName: string;
  /** The plugin that handles it. */
  pluginClientId: string;
  status: AtoStatus;
  complete: boolean;
  cancellable: boolean;
  createdDate: string;
  updatedDate: string;
  distributions: AtoDistribution[];
  alerts: AtoAlert[];
}
