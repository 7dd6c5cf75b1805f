import { randomUUID } from 'node:crypto';
import type { AtoDistribution, AtoRequest } from './ato.ts';
import type { Plugin } from './developer-console.ts';
import { callPlugin, type PluginResponse } from './plugin-call.ts';
import { found } from './refusal.ts';
import { type State, timestamp } from './state.ts';

export interface AtoRequestStart {
  /** The app owner. */
  userId: string;
  appName: string;
  organizationId: string;
}

/** The redirect that completes the sign-on of an ATO request. */
export interface AtoSignOn {
  code: string;
  /** The request ID. */
  state: string;
  redirectUri: string;
}

/** Starts an ATO request as an app owner: stores it and posts it to the plugin. Contract: Events. */
export async function startAtoRequest(
  state: State,
  plugin: Plugin,
  start: AtoRequestStart,
): Promise<{ requestId: string; response: PluginResponse | null }> {
  found(state.users.get(start.userId), 'user');
  const now = timestamp(state);
  const request: AtoRequest = {
    requestId: `ato-${randomUUID()}`,
    ...start,
    pluginClientId: plugin.clientId,
    status: 'not-started',
    complete: false,
    cancellable: true,
    createdDate: now,
    updatedDate: now,
    distributions: [],
    alerts: [],
  };
  state.atoRequests.set(request.requestId, request);
  const response = await sendAtoRequest(state, plugin, request);
  return { requestId: state.dialect.idOf(request.requestId), response };
}

/** Posts a request to the plugin once: the platform never retries its calls. */
export function sendAtoRequest(
  state: State,
  plugin: Plugin,
  request: AtoRequest,
): Promise<PluginResponse | null> {
  const { alerts: _, pluginClientId: __, ...sent } = request;
  return callPlugin(state, plugin, plugin.endpoints.atoRequests, {
    ...sent,
    documentationStatus: request.status,
    assessmentStatus: request.status,
    // Unset on a first request; the sandbox starts no others.
    providerId: null,
    authorizedDate: null,
    expiryDate: null,
  });
}

/** Replaces the distributions and posts the complete current set to the plugin. Contract: Events. */
export function setDistributions(
  state: State,
  plugin: Plugin,
  request: AtoRequest,
  distributions: AtoDistribution[],
): Promise<PluginResponse | null> {
  request.distributions = distributions;
  request.updatedDate = timestamp(state);
  return callPlugin(state, plugin, plugin.endpoints.atoDistributions, {
    requestId: request.requestId,
    userId: request.userId,
    distributions,
  });
}

/** Completes the sign-on of a request as a user. Contract: Events; Authentication 8. */
export function signOnToAto(state: State, plugin: Plugin, request: AtoRequest, userId: string): AtoSignOn {
  const code = state.sessions.issueCode({
    userId,
    clientId: plugin.clientId,
    purpose: 'ato',
    codeChallenge: null,
  });
  return { code, state: state.dialect.idOf(request.requestId), redirectUri: plugin.redirectUri };
}

/** URL of the redirect to the plugin. */
export function signOnAddress({ code, state, redirectUri }: AtoSignOn): string {
  const address = new URL(redirectUri);
  address.searchParams.set('code', code);
  address.searchParams.set('state', state);
  return address.href;
}
