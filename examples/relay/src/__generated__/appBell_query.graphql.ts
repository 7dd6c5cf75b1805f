/**
 * @generated SignedSource<<9d937d72e0e1230e2c48ee2765782471>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ReaderFragment } from 'relay-runtime';
import { FragmentRefs } from "relay-runtime";
export type appBell_query$data = {
  readonly me: {
    readonly notifications: {
      readonly edges: ReadonlyArray<{
        readonly cursor: string;
        readonly node: {
          readonly text: string | null | undefined;
          readonly textParameters: string | null | undefined;
        };
      }>;
    } | null | undefined;
  } | null | undefined;
  readonly " $fragmentType": "appBell_query";
};
export type appBell_query$key = {
  readonly " $data"?: appBell_query$data;
  readonly " $fragmentSpreads": FragmentRefs<"appBell_query">;
};

import appBellRefetchQuery_graphql from './appBellRefetchQuery.graphql';

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": {
    "refetch": {
      "connection": null,
      "fragmentPathInResult": [],
      "operation": appBellRefetchQuery_graphql
    }
  },
  "name": "appBell_query",
  "selections": [
    {
      "alias": null,
      "args": null,
      "concreteType": "Viewer",
      "kind": "LinkedField",
      "name": "me",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": [
            {
              "kind": "Literal",
              "name": "first",
              "value": 20
            }
          ],
          "concreteType": "NotificationConnection",
          "kind": "LinkedField",
          "name": "notifications",
          "plural": false,
          "selections": [
            {
              "alias": null,
              "args": null,
              "concreteType": "NotificationEdge",
              "kind": "LinkedField",
              "name": "edges",
              "plural": true,
              "selections": [
                {
                  "alias": null,
                  "args": null,
                  "kind": "ScalarField",
                  "name": "cursor",
                  "storageKey": null
                },
                {
                  "alias": null,
                  "args": null,
                  "concreteType": "Notification",
                  "kind": "LinkedField",
                  "name": "node",
                  "plural": false,
                  "selections": [
                    {
                      "alias": null,
                      "args": null,
                      "kind": "ScalarField",
                      "name": "text",
                      "storageKey": null
                    },
                    {
                      "alias": null,
                      "args": null,
                      "kind": "ScalarField",
                      "name": "textParameters",
                      "storageKey": null
                    }
                  ],
                  "storageKey": null
                }
              ],
              "storageKey": null
            }
          ],
          "storageKey": "notifications(first:20)"
        }
      ],
      "storageKey": null
    }
  ],
  "type": "Query",
  "abstractKey": null
};

(node as any).hash = "0f2394907f756ed00497c5373a41b769";

export default node;
