/** Loads what people of the demo company do on the landscape: comments, views, reports, a survey, and a drawing. */
import { comments, drawing, reports, survey, views } from "../../db/seed/demo";
import { createBookmark } from "../areas/bookmarks";
import { createComment } from "../areas/comments";
import { createDiagram } from "../areas/diagrams";
import { cardType } from "../areas/metamodel";
import { createReport } from "../areas/saved-reports";
import { createSurvey } from "../areas/surveys";
import type { Actor } from "../core/access/actor";
import type { IdsIn } from "./decisions";

function createComments(actor: Actor, idsIn: IdsIn): void {
  for (const [type, name, content, ...replies] of comments)
    for (const cardId of idsIn({ [type]: name })) {
      const { id } = createComment(actor, cardId, { content });
      for (const reply of replies) createComment(actor, cardId, { content: reply, parent_id: id });
    }
}

/** Creates the survey as a draft, with what its builder keeps of each field. */
function createDraft(actor: Actor): void {
  const known = cardType(survey.target_type_key)?.fields;
  const fields = survey.fields.flatMap((key) => {
    const field = known?.get(key);
    return field ? [{ key, label: field.label, type: field.type, action: "maintain" }] : [];
  });
  createSurvey(actor, { ...survey, target_roles: ["responsible"], fields });
}

/** The drawing as its editor keeps it: a box for each card, and an arrow to the next. */
function xmlOf(ids: readonly string[]): string {
  const boxes = drawing.boxes.map(
    (name, at) =>
      `<object id="box${at}" label="${name}" cardId="${ids[at]}" cardType="Application"><mxCell style="rounded=1;html=1;" vertex="1" parent="1"><mxGeometry x="${40 + at * 200}" y="80" width="140" height="60" as="geometry"/></mxCell></object>`,
  );
  const arrows = drawing.boxes
    .slice(1)
    .map(
      (_, at) =>
        `<mxCell id="arrow${at}" edge="1" parent="1" source="box${at}" target="box${at + 1}"><mxGeometry relative="1" as="geometry"/></mxCell>`,
    );
  return `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${boxes.join("")}${arrows.join("")}</root></mxGraphModel>`;
}

/** Creates it all; part of the running transaction. */
export function createWork(actor: Actor, idsIn: IdsIn): void {
  createComments(actor, idsIn);
  for (const view of views)
    createBookmark(actor, { ...view, visibility: "public", is_default: false, odata_enabled: false }, "");
  for (const report of reports) createReport(actor, { ...report, visibility: "public" });
  createDraft(actor);
  const card_ids = drawing.boxes.flatMap((name) => idsIn({ Application: name }));
  createDiagram(actor, {
    name: drawing.name,
    description: drawing.description,
    data: { xml: xmlOf(card_ids) },
    card_ids,
  });
}
