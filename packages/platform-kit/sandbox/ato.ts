import type { ATO_ALERT_TYPES, ATO_STATUSES } from '../contract/facts.ts';

/** One app distribution in an ATO package. */
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
  providerId?: string;
  status?: string;
  type: (typeof ATO_ALERT_TYPES)[number];
  createdDate: string;
}

/** A request for authority to operate. Contract: Resources, ATO request and alert. */
export interface AtoRequest {
  requestId: string;
  /** The user who started it. */
  userId: string;
  organizationId: string;
  appName: string;
  /** The plugin that handles it. */
  pluginClientId: string;
  status: (typeof ATO_STATUSES)[number];
  complete: boolean;
  cancellable: boolean;
  createdDate: string;
  updatedDate: string;
  distributions: AtoDistribution[];
  alerts: AtoAlert[];
}
