/** /diagrams and /diagram-groups */
import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, MANY_ROWS, type Operation, patch, post, put } from "../../core/api/operation";
import { isLongSvg } from "../../core/pictures";
import { LARGEST_LIST } from "../../http/json";
import { slice } from "../../http/pagination";
import { type DiagramData, referencesIn } from "./content";
import { createDiagram, deleteDiagram, replaceGroups, updateDiagram } from "./diagrams";
import { createFavorite, deleteFavorite, listFavorites } from "./favorites";
import { createGroup, deleteGroup, listGroups, requireGroup, updateGroup } from "./groups";
import { linkCard, unlinkCard } from "./links";
import { diagramResponse, listDiagrams, versionedDiagram } from "./list";
import * as model from "./model";
import { requireDiagram, sizeOf, versionOf } from "./rows";

const VIEW = { permission: "diagrams.view" } as const;
const MANAGE = { permission: "diagrams.manage" } as const;
const WRITE = { ...MANAGE, largestBody: LARGEST_LIST, answer: model.WrittenDiagram } as const;

type DiagramBody = { data?: DiagramData | null | undefined; card_ids?: readonly string[] | null | undefined };
/** Returns the rows that a body writes. */
const rowsOf = ({ data, card_ids }: DiagramBody) => referencesIn(data ?? {}).length + (card_ids?.length ?? 0);
const writesMany = ({ body }: { body: DiagramBody }) => rowsOf(body) > MANY_ROWS || isLongSvg(body.data?.thumbnail);
const isLarge = ({ params }: { params: Record<string, string> }) => sizeOf(params["diagram_id"] ?? "") > MANY_ROWS;

export const operations: readonly Operation[] = [
  get(
    "/diagrams",
    "Diagrams without their drawings, the one changed last first",
    { ...VIEW, readsMuch: true, query: model.DiagramQuery, answer: model.DiagramSummary.array() },
    ({ query, actor }) => listDiagrams(actor, query),
  ),
  post(
    "/diagrams",
    "Create a diagram",
    { ...WRITE, writesMuch: writesMany, body: model.NewDiagram, status: 201 },
    ({ body, actor }) => createDiagram(actor, body),
  ),
  get(
    "/diagrams/favorites",
    "The ids of the diagrams that the caller has starred",
    { ...VIEW, query: model.ListQuery, answer: model.FavoriteIds },
    ({ query, actor, set }) => slice(listFavorites(actor.userId), query, set),
  ),
  get(
    "/diagrams/{diagram_id}",
    "A diagram with its drawing",
    { ...VIEW, readsMuch: true, answer: model.Diagram, sends: ["ETag"] },
    ({ params, actor }) => diagramResponse(actor, params.diagram_id),
  ),
  patch(
    "/diagrams/{diagram_id}",
    "Change what is given of a diagram",
    {
      ...WRITE,
      writesMuch: (call) => writesMany(call) || isLarge(call),
      current: ({ params, actor }) => versionedDiagram(actor, params.diagram_id),
      body: model.DiagramChanges,
    },
    ({ params, body, actor, set }) => {
      const written = updateDiagram(actor, params.diagram_id, body);
      set.headers["etag"] = versionOf(requireDiagram(params.diagram_id));
      return written;
    },
  ),
  del(
    "/diagrams/{diagram_id}",
    "Delete a diagram; its cards stay",
    { ...MANAGE, writesMuch: isLarge },
    ({ params, actor }) => deleteDiagram(actor, params.diagram_id),
  ),
  post(
    "/diagrams/{diagram_id}/favorite",
    "Star a diagram",
    { ...VIEW, landscape: false, answer: model.FavoriteResult, status: 201 },
    ({ params, actor }) => createFavorite(actor.userId, params.diagram_id),
  ),
  del(
    "/diagrams/{diagram_id}/favorite",
    "Take the star off a diagram",
    { ...VIEW, landscape: false },
    ({ params, actor }) => deleteFavorite(actor.userId, params.diagram_id),
  ),
  post(
    "/diagrams/{diagram_id}/cards",
    "Link a diagram to a card",
    {
      operationId: "linkDiagramCard",
      permission: checkedInService(onCard("card.manage_diagram_links")),
      body: model.CardLink,
      answer: model.DiagramLink,
      status: 201,
      refusals: [400],
    },
    ({ params, body, actor }) => linkCard(actor, params.diagram_id, body.card_id),
  ),
  del(
    "/diagrams/{diagram_id}/cards/{card_id}",
    "Unlink a diagram from a card",
    { operationId: "unlinkDiagramCard", permission: onCard("card.manage_diagram_links") },
    ({ params, actor }) => unlinkCard(actor, params.diagram_id, params.card_id),
  ),
  put(
    "/diagrams/{diagram_id}/groups",
    "Put a diagram into groups, in place of those it was in",
    { ...MANAGE, body: model.Membership, answer: model.DiagramGroups },
    ({ params: { diagram_id }, body, actor }) => ({
      diagram_id,
      group_ids: replaceGroups(actor, diagram_id, body.group_ids),
    }),
  ),
  get(
    "/diagram-groups",
    "The groups of diagrams, in their order",
    { ...VIEW, query: model.ListQuery, answer: model.DiagramGroup.array() },
    ({ query, set }) => slice(listGroups(), query, set),
  ),
  post(
    "/diagram-groups",
    "Create a group of diagrams",
    { ...MANAGE, body: model.NewGroup, answer: model.DiagramGroup, status: 201, refusals: [400] },
    ({ body, actor }) => createGroup(actor, body),
  ),
  patch(
    "/diagram-groups/{group_id}",
    "Change what is given of a group",
    {
      current: ({ params }) => requireGroup(params.group_id),
      ...MANAGE,
      body: model.GroupChanges,
      answer: model.DiagramGroup,
      refusals: [400],
    },
    ({ params, body, actor }) => updateGroup(actor, params.group_id, body),
  ),
  del(
    "/diagram-groups/{group_id}",
    "Delete a group of diagrams; its diagrams stay",
    { ...MANAGE, writesMuch: true },
    ({ params, actor }) => deleteGroup(actor, params.group_id),
  ),
];
