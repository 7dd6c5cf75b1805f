import { Type } from 'typebox';

import { AtoRequest } from './resources.ts';
import type { InboundCall } from './vocabulary.ts';

const CHECK =
  'The plugin decodes the Basic credential and checks the client ID and secret before it responds.';
const PERMITTED_DATA = 'A search covers only the data sets that the plugin may access.';
const REGISTERED = 'A plugin without a registered address is not offered for mission planner search.';
const NO_BODY = 'Neither the request body nor the response body is shown.';
const NO_RETRIES = 'Retries and delivery guarantees are not shown.';

export const INBOUND_CALLS: readonly InboundCall[] = [
  {
    name: 'ATO request',
    trigger: 'The owner of an app starts an ATO request.',
    body: AtoRequest,
    notes: [
      "Sent to the endpoint in the plugin's configuration.",
      'Much of the data is unset on a first request.',
      'All status members, of the request itself and inside it, have ATO status values.',
      CHECK,
      'The plugin may also check that the request comes from the API host of the service.',
      'When the user has signed in, the browser is redirected to the plugin with a code and the requestId.',
      NO_RETRIES,
    ],
  },
  {
    name: 'ATO distribution change',
    trigger: 'A user adds an app distribution to an ATO package or removes one.',
    body: Type.Object({
      distributions: Type.Array(Type.Unknown(), {
        description: 'All distributions that the package has now, not only the changed ones.',
      }),
    }),
    notes: ['The same endpoint is called for additions and removals.', CHECK, NO_RETRIES],
  },
  {
    name: 'mission planner capabilities search',
    trigger: 'A user selects the plugin in the mission planner.',
    body: null,
    notes: ['Precedes the candidate search.', REGISTERED, PERMITTED_DATA, CHECK, NO_BODY, NO_RETRIES],
  },
  {
    name: 'mission planner candidate search',
    trigger: 'The capabilities search for a user who selected the plugin is complete.',
    body: null,
    notes: ['Follows the capabilities search.', REGISTERED, PERMITTED_DATA, CHECK, NO_BODY, NO_RETRIES],
  },
];
