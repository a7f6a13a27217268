/** /compare */
import { allOf } from "../../core/access/operation-permission";
import { get, type Operation } from "../../core/api/operation";
import { tableMedia } from "../../http/tables";
import { compare } from "./compare";
import * as model from "./model";

export const operations: readonly Operation[] = [
  get(
    "/compare",
    "What differs between two moments or scenarios: cards with fields, relations and costs, and the figures of both",
    {
      operationId: "compareMoments",
      own: true,
      permission: allOf("inventory.view", "reports.ea_dashboard"),
      query: model.CompareQuery,
      answer: model.Comparison,
      media: ["application/json", ...Object.values(tableMedia)],
      refusals: [404, 503],
      description:
        "Cards that the filters match at either moment. A card that was archived at both moments, or came and went between them, doesn't differ. The figures are of the whole landscape. Rights are those of today. A file needs the permission `inventory.export`.",
    },
    ({ actor, query, request }) => compare(actor, query, request),
  ),
];
