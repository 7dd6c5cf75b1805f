import { randomUUID } from 'node:crypto';
import type { Plugin } from './developer-console.ts';
import type { PluginAnswer } from './plugin-call.ts';
import { callPlugin } from './plugin-call.ts';
import { notFound } from './refusal.ts';
import type { AtoDistribution, AtoRequest } from './school/ato.ts';
import type { State } from './state.ts';
import { timestamp } from './state.ts';

export interface AtoRequestStart {
  /** The app owner who asks. */
  userId: string;
  appName: string;
  organizationId: string;
}

/** Where a user's browser is sent when the sign-on of an ATO request is done. */
export interface AtoSignOn {
  code: string;
  /** The request ID. */
  state: string;
  redirectUri: string;
}

/** An app owner starts an ATO request: kept, and posted to the plugin. Contract: Events. */
export async function startAtoRequest(
  state: State,
  plugin: Plugin,
  start: AtoRequestStart,
): Promise<{ requestId: string; answer: PluginAnswer | null }> {
  if (!state.users.has(start.userId)) throw notFound('there is no such user');
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
  return { requestId: request.requestId, answer: await sendAtoRequest(plugin, request) };
}

/** Posts a request to the plugin, again if need be: the platform itself never repeats a call. */
export function sendAtoRequest(plugin: Plugin, request: AtoRequest): Promise<PluginAnswer | null> {
  return callPlugin(plugin, plugin.endpoints.atoRequests, {
    requestId: request.requestId,
    userId: request.userId,
    organizationId: request.organizationId,
    appName: request.appName,
    status: request.status,
    complete: request.complete,
    cancellable: request.cancellable,
    documentationStatus: request.status,
    assessmentStatus: request.status,
    // Unset on a first request, which is the only kind the sandbox starts.
    providerId: null,
    authorizedDate: null,
    expiryDate: null,
    createdDate: request.createdDate,
    updatedDate: request.updatedDate,
    distributions: request.distributions,
  });
}

/** A user adds or removes distributions: the plugin always gets the complete current set. Contract: Events. */
export function setDistributions(
  state: State,
  plugin: Plugin,
  request: AtoRequest,
  distributions: AtoDistribution[],
): Promise<PluginAnswer | null> {
  request.distributions = distributions;
  request.updatedDate = timestamp(state);
  return callPlugin(plugin, plugin.endpoints.atoDistributions, {
    requestId: request.requestId,
    userId: request.userId,
    distributions,
  });
}

/** A user completes the sign-on of a request. Contract: Events; Authentication 8. */
export function signOnToAto(state: State, plugin: Plugin, request: AtoRequest, userId: string): AtoSignOn {
  const code = state.sessions.issueCode({
    userId,
    clientId: plugin.clientId,
    purpose: 'ato',
    codeChallenge: null,
  });
  return { code, state: request.requestId, redirectUri: plugin.redirectUri };
}

/** The address of the browser's redirect to the plugin. */
export function signOnAddress({ code, state, redirectUri }: AtoSignOn): string {
  const address = new URL(redirectUri);
  address.searchParams.set('code', code);
  address.searchParams.set('state', state);
  return address.href;
}
