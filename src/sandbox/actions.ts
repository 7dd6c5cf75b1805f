import type { AtoSignOn } from './ato-request.ts';
import { sendAtoRequest, setDistributions, signOnToAto, startAtoRequest } from './ato-request.ts';
import type { App, Plugin } from './developer-console.ts';
import type { MissionPlannerSearch } from './mission-planner.ts';
import { searchMissionPlanner } from './mission-planner.ts';
import { send } from './notification-sending.ts';
import type { PluginAnswer } from './plugin-call.ts';
import { notFound } from './refusal.ts';
import type { AtoDistribution, AtoRequest } from './school/ato.ts';
import type { Notification } from './school/notification.ts';
import type { Grant } from './sessions.ts';
import type { State } from './state.ts';

interface SessionOptions {
  /** Milliseconds; default the platform's token lifetime. */
  lifetime?: number;
  /** Default the production app. */
  clientId?: string;
}

interface NotificationSending {
  receiver: string;
  text: string;
  /** Default the demo instructor. */
  sender?: string;
  textParameters?: string;
  path?: string;
  /** Default true. */
  persist?: boolean;
  /** The app it belongs to; default the production app. */
  clientId?: string;
}

/** What people would do on the platform's own screens; the console page and tests do it through these. */
export interface Actions {
  /** Signs a user in without the page: a ready access token. */
  issueToken(userId: string, options?: SessionOptions): string;
  /** The same, with the refresh token and the lifetime in milliseconds. */
  issueSession(userId: string, options?: SessionOptions): Grant;
  /** From now on this one token is unknown; its session and refresh token stay. */
  revokeToken(token: string): void;
  /** Sends a notification as somebody else. */
  sendNotification(sending: NotificationSending): Notification;
  /**
   * An app owner starts an ATO request. `answer` is the plugin's, null without a registered endpoint; the
   * promise rejects when the plugin cannot be reached, and the request is kept all the same.
   */
  startAtoRequest(start?: {
    userId?: string;
    appName?: string;
    organizationId?: string;
  }): Promise<{ requestId: string; answer: PluginAnswer | null }>;
  /** Posts a request to the plugin once more, as it stands now. */
  resendAtoRequest(requestId: string): Promise<PluginAnswer | null>;
  /** Completes the sign-on of a request, by default as the user who started it. */
  signOnToAto(requestId: string, userId?: string): AtoSignOn;
  /** Replaces a request's distributions and posts the complete set to the plugin. */
  setDistributions(requestId: string, distributions: AtoDistribution[]): Promise<PluginAnswer | null>;
  /** Searches with the plugin: `{ term }` for capabilities, `{ capabilityIds }` for candidates. */
  searchMissionPlanner(search: MissionPlannerSearch): Promise<PluginAnswer | null>;
  /** The requests as the platform's progress view has them, alerts included. */
  atoRequests(): AtoRequest[];
}

/** The actions on one platform, for its default app and its default plugin. */
export function createActions(state: State, app: App, plugin: Plugin): Actions {
  const issueSession = (userId: string, { lifetime, clientId = app.clientId }: SessionOptions = {}) => {
    if (!state.users.has(userId)) throw notFound(`there is no user ${userId}`);
    return state.sessions.open({ userId, clientId, ...(lifetime !== undefined && { lifetime }) });
  };

  const requestCalled = (requestId: string): AtoRequest => {
    const request = state.atoRequests.get(requestId);
    if (!request) throw notFound(`there is no ATO request ${requestId}`);
    return request;
  };

  return {
    issueSession,
    issueToken: (userId, options) => issueSession(userId, options).accessToken,
    revokeToken: (token) => state.sessions.revoke(token),
    sendNotification: (sending) =>
      send(state, {
        clientId: sending.clientId ?? app.clientId,
        sender: sending.sender ?? 'u-marcus',
        receiver: sending.receiver,
        text: sending.text,
        textParameters: sending.textParameters ?? null,
        path: sending.path ?? null,
        persist: sending.persist ?? true,
      }),
    startAtoRequest: ({
      userId = 'u-ana',
      appName = 'Trail Companion',
      organizationId = 'org-harbor',
    } = {}) => startAtoRequest(state, plugin, { userId, appName, organizationId }),
    resendAtoRequest: async (requestId) => sendAtoRequest(plugin, requestCalled(requestId)),
    signOnToAto: (requestId, userId) => {
      const request = requestCalled(requestId);
      return signOnToAto(state, plugin, request, userId ?? request.userId);
    },
    setDistributions: async (requestId, distributions) =>
      setDistributions(state, plugin, requestCalled(requestId), structuredClone(distributions)),
    searchMissionPlanner: (search) => searchMissionPlanner(plugin, search),
    atoRequests: () => structuredClone([...state.atoRequests.values()]),
  };
}
