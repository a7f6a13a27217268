/** The steps of what the demo company's people do on the landscape: comments, views, reports, drawings, files, links, todos. */
import { comments, drawings, files, links, reports, todos, views } from "../../../db/seed/demo";
import type { Actor } from "../../core/access/actor";
import { fromNow } from "../../platform/clock";
import { parseObject } from "../../platform/json";
import { createBookmark } from "../bookmarks";
import { requireCard } from "../cards";
import { createComment } from "../comments";
import { createDiagram } from "../diagrams";
import { createDocument } from "../documents";
import { attachText } from "../file-attachments";
import { cardType } from "../metamodel";
import { createReport } from "../saved-reports";
import { createTodo, updateTodo } from "../todos";
import type { Cast, IdOf, Step } from "./story";

const APPLICATION = "Application";
const DAY = 86_400_000;

/** Returns the steps of a thread: a comment, and what is said to it. */
function threadSteps([type, name, ...thread]: (typeof comments)[number], idOf: IdOf): Step[] {
  let parent_id: string | null = null;
  return thread.map(([day, by, content]) => ({
    day,
    by,
    operation: "POST /api/v1/cards/{card_id}/comments",
    work(actor) {
      const { id } = createComment(actor, idOf({ type, name }), { content, parent_id });
      parent_id ??= id;
    },
  }));
}

/** Returns the color of a box: that of the type, or of the option that a field of the card has. */
function colorOf(cardId: string, field: string | undefined): string {
  const type = cardType(APPLICATION);
  const value = field && parseObject(requireCard(cardId).attributes)[field];
  const option = type?.fields.get(field ?? "")?.options?.find(({ key }) => key === value);
  return option?.color ?? type?.color ?? "#607d8b";
}

/** Returns the drawing as its editor stores it: a coloured box for each card, and an arrow to the next. */
function xmlOf(boxes: readonly string[], ids: readonly string[], field: string | undefined): string {
  const objects = boxes.map((name, at) => {
    const id = ids[at] ?? "";
    const style = `rounded=1;whiteSpace=wrap;html=1;fillColor=${colorOf(id, field)};strokeColor=none;fontColor=#ffffff;`;
    return `<object id="box${at}" label="${name}" cardId="${id}" cardType="${APPLICATION}"><mxCell style="${style}" vertex="1" parent="1"><mxGeometry x="${40 + at * 200}" y="80" width="140" height="60" as="geometry"/></mxCell></object>`;
  });
  const arrows = boxes
    .slice(1)
    .map(
      (_, at) =>
        `<mxCell id="arrow${at}" style="edgeStyle=orthogonalEdgeStyle;rounded=1;html=1;strokeColor=#607d8b;" edge="1" parent="1" source="box${at}" target="box${at + 1}"><mxGeometry relative="1" as="geometry"/></mxCell>`,
    );
  return `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${objects.join("")}${arrows.join("")}</root></mxGraphModel>`;
}

/** Returns the preview of the drawing, as its editor makes it. */
function previewOf(boxes: readonly string[], ids: readonly string[], field: string | undefined): string {
  const shapes = boxes.map((name, at) => {
    const x = 10 + at * 200;
    const arrow = at === 0 ? "" : `<path d="M${x - 60} 40H${x}" stroke="#607d8b"/>`;
    const text = `<text x="${x + 70}" y="44" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#fff">${name}</text>`;
    return `${arrow}<rect x="${x}" y="10" width="140" height="60" rx="6" fill="${colorOf(ids[at] ?? "", field)}"/>${text}`;
  });
  const width = boxes.length * 200 - 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="80" viewBox="0 0 ${width} 80">${shapes.join("")}</svg>`;
}

function draw(actor: Actor, { name, description, boxes, field }: (typeof drawings)[number], idOf: IdOf): void {
  const card_ids = boxes.map((box) => idOf({ type: APPLICATION, name: box }));
  const view = field ? { kind: "card_field", type_key: APPLICATION, field_key: field } : { kind: "card_type" };
  const data = { xml: xmlOf(boxes, card_ids, field), thumbnail: previewOf(boxes, card_ids, field), view };
  createDiagram(actor, { name, description, data, card_ids });
}

function todoSteps(
  [day, by, assignee, type, name, description, due, done]: (typeof todos)[number],
  idOf: IdOf,
  cast: Cast,
): Step[] {
  let id = "";
  const steps: Step[] = [
    {
      day,
      by,
      operation: "POST /api/v1/cards/{card_id}/todos",
      work(actor) {
        const assigned_to = cast.idOf(assignee);
        const due_date = fromNow((day + due) * DAY).slice(0, 10);
        const once = { recurrence_unit: "none", recurrence_interval: 1, lead_time_days: 0 } as const;
        id = createTodo(actor, idOf({ type, name }), { description, assigned_to, due_date, ...once }).id;
      },
    },
  ];
  const work = (actor: Actor) => void updateTodo(actor, id, { status: "done" });
  return done ? [...steps, { day: -due, by: assignee, operation: "PATCH /api/v1/todos/{todo_id}", work }] : steps;
}

/** Returns the steps of all of it. */
export const workSteps = (idOf: IdOf, cast: Cast): Step[] => [
  ...comments.flatMap((thread) => threadSteps(thread, idOf)),
  ...views.map(({ day, by, ...view }): Step => {
    const shown = { ...view, visibility: "public", is_default: false, odata_enabled: false } as const;
    return { day, by, operation: "POST /api/v1/bookmarks", work: (actor) => void createBookmark(actor, shown, "") };
  }),
  ...reports.map(({ day, by, ...report }): Step => {
    const shown = { ...report, visibility: "public" } as const;
    return { day, by, operation: "POST /api/v1/saved-reports", work: (actor) => void createReport(actor, shown) };
  }),
  ...drawings.map((drawing): Step => {
    const { day, by } = drawing;
    return { day, by, operation: "POST /api/v1/diagrams", work: (actor) => draw(actor, drawing, idOf) };
  }),
  ...files.map(([day, by, type, card, name, category, lines]): Step => {
    const file = { name, category, text: `${lines.join("\n")}\n` };
    const operation = "POST /api/v1/cards/{card_id}/file-attachments";
    return { day, by, operation, work: (actor) => attachText(actor, idOf({ type, name: card }), file) };
  }),
  ...links.map(([day, by, type, card, name, url]): Step => {
    const link = { name, url, type: "documentation" };
    const operation = "POST /api/v1/cards/{card_id}/documents";
    return { day, by, operation, work: (actor) => void createDocument(actor, idOf({ type, name: card }), link) };
  }),
  ...todos.flatMap((todo) => todoSteps(todo, idOf, cast)),
];
