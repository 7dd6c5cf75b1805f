/**
 * @generated SignedSource<<49886eee15cd39c09f6bb3fad2a08570>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type GapReason = "CURSOR_UNKNOWN" | "LOG_REPLACED" | "TRIMMED" | "UPSTREAM_INCOMPLETE" | "%future added value";
export type appBellSubscription$variables = {
  after?: string | null | undefined;
};
export type appBellSubscription$data = {
  readonly notificationReceived: {
    readonly cursor: string;
    readonly gap: {
      readonly reason: GapReason;
    } | null | undefined;
    readonly notification: {
      readonly id: string;
    } | null | undefined;
  } | null | undefined;
};
export type appBellSubscription = {
  response: appBellSubscription$data;
  variables: appBellSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "after"
  }
],
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "after",
        "variableName": "after"
      }
    ],
    "concreteType": "NotificationReceivedEvent",
    "kind": "LinkedField",
    "name": "notificationReceived",
    "plural": false,
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
        "concreteType": "StreamGap",
        "kind": "LinkedField",
        "name": "gap",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "reason",
            "storageKey": null
          }
        ],
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Notification",
        "kind": "LinkedField",
        "name": "notification",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "appBellSubscription",
    "selections": (v1/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "appBellSubscription",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "59c8c53ab9882ffc2a59a042ac65b37d",
    "id": null,
    "metadata": {},
    "name": "appBellSubscription",
    "operationKind": "subscription",
    "text": "subscription appBellSubscription(\n  $after: String\n) {\n  notificationReceived(after: $after) {\n    cursor\n    gap {\n      reason\n    }\n    notification {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "043a706ef7e099ad66606a9e84d68f1e";

export default node;
