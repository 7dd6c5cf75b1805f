import { streamOutcome } from '../../events/streamed-write.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { calls, free, once, unshared, write } from '../../graph/cost.ts';
import { recordedText, repeatable } from '../../graph/repeatable.ts';
import { selects } from '../../graph/selection.ts';
import { postAtoAlert, postAtoStatus } from '../../platform/routes/ato.ts';
import { exchangeAuthorizationCode, validateSession } from '../../platform/routes/auth.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import { linkedUser } from '../loader-costs.ts';
import { readAtoRequest, readAtoRequests, readCurrentState } from './reads.ts';
import { distributionIdOf, textIn } from './state.ts';
import { openAlerts, openDistributionChanges, openRequestChanges } from './streams.ts';
import { toAlertType, toStatus } from './vocabulary.ts';
import { completeAtoSignOn, raiseAtoAlert, raisedAlert, updateAtoStatus } from './writes.ts';

/** Confirms the session of an ATO token, unless this instance has within the check interval. */
const confirmation = once(validateSession);

const ofStreamedWrite = {
  streamOutcome,
  streamed: ({ streamed }: { streamed: boolean | null }) => streamed === true,
};

const streamedBefore = (recorded: unknown): boolean | null =>
  typeof recorded === 'boolean' ? recorded : null;

/** Requests and streams are read from the event log. */
export const atoResolvers = {
  Query: {
    atoRequest: calls(confirmation, (_root, { id }, context) => readAtoRequest(id, context)),
    atoRequests: calls(confirmation, (_root, page, context, info) =>
      readAtoRequests(page, selects(info, 'streamCursor'), context),
    ),
  },
  Mutation: {
    completeAtoSignOn: write(exchangeAuthorizationCode, completeAtoSignOn, unshared(readOwnProfile)),
    updateAtoStatus: repeatable(write(postAtoStatus, updateAtoStatus, confirmation), {
      record: ({ streamed, requestVisible }) => ({ streamed, requestVisible }),
      again: ({ streamed, requestVisible }, { id }) => ({
        requestId: id,
        requestVisible: requestVisible === true,
        streamed: streamedBefore(streamed),
        extra: {},
      }),
    }),
    raiseAtoAlert: repeatable(write(postAtoAlert, raiseAtoAlert, confirmation), {
      record: ({ alert: { raisedAt }, streamed }) => ({ raisedAt, streamed }),
      again: (recorded, input) => ({
        alert: raisedAlert(input, recordedText(recorded, 'raisedAt') ?? ''),
        streamed: streamedBefore(recorded.streamed),
        extra: {},
      }),
    }),
  },
  Subscription: {
    atoAlertRaised: {
      subscribe: calls(confirmation, async (_root, args, context) =>
        (await openAlerts(args, context)).map((item) => ({ atoAlertRaised: item })),
      ),
    },
    atoRequestChanged: {
      subscribe: calls(confirmation, async (_root, args, context) =>
        (await openRequestChanges(args, context)).map((item) => ({ atoRequestChanged: item })),
      ),
    },
    atoDistributionsChanged: {
      subscribe: calls(confirmation, async (_root, args, context) =>
        (await openDistributionChanges(args, context)).map((item) => ({ atoDistributionsChanged: item })),
      ),
    },
  },
  UpdateAtoStatusPayload: {
    ...ofStreamedWrite,
    // The write has confirmed the session.
    request: free(({ requestId, requestVisible }, _arguments, context) =>
      requestVisible ? readAtoRequest(requestId, context) : null,
    ),
  },
  RaiseAtoAlertPayload: ofStreamedWrite,
  AtoAlertRaisedEvent: { alert: ({ payload }) => payload },
  AtoRequestChangedEvent: {
    requestId: ({ payload }) => payload?.requestId ?? null,
    status: ({ payload }) => toStatus(payload?.status ?? null),
    complete: ({ payload }) => payload?.complete ?? null,
    cancellable: ({ payload }) => payload?.cancellable ?? null,
    distributions: ({ payload }) => payload?.distributions ?? null,
    extra: ({ payload }) => payload?.extra ?? null,
    request: free(
      ({ payload, topic }, _arguments, { events }) =>
        payload && readCurrentState(topic, payload.requestId, events.log),
    ),
  },
  AtoDistributionsChangedEvent: {
    requestId: ({ payload }) => payload?.requestId ?? null,
    distributions: ({ payload }) => payload?.distributions ?? null,
    added: ({ payload }) => payload?.added ?? null,
    removed: ({ payload }) => payload?.removed ?? null,
  },
  AtoRequest: {
    id: ({ requestId }) => requestId,
    status: ({ status }) => toStatus(status),
    user: calls(linkedUser, ({ userId }, _arguments, { loaders }) => loaders.user.linked(userId)),
    organizationId: ({ extra }) => toId(extra.organizationId),
    createdDate: ({ extra }) => textIn(extra.createdDate),
    updatedDate: ({ extra }) => textIn(extra.updatedDate),
    receivedAt: ({ receivedAt }) => receivedAt,
    alerts: free((request, page, { loaders }) => loaders.ato.alerts(request, page)),
    extra: ({ extra: { organizationId, createdDate, updatedDate, ...extra } }) => extra,
  },
  AtoDistribution: {
    distributionId: (distribution) => toId(distributionIdOf(distribution)),
    name: ({ name }) => textIn(name),
    platform: ({ platform }) => textIn(platform),
    version: ({ version }) => toId(version),
  },
  AtoAlert: {
    type: ({ type }) => toAlertType(type),
    raisedAt: ({ raisedAt }) => raisedAt,
  },
  AtoAlertConnection: connectionResolvers,
  AtoAlertEdge: edgeResolvers,
  AtoRequestConnection: connectionResolvers,
  AtoRequestEdge: edgeResolvers,
} satisfies Resolvers;

const toId = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
