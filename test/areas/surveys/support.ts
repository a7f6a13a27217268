/** Helpers of the tests of surveys: a type of cards to be surveyed, drafts, sent surveys, and answers. */
import { expect } from "bun:test";
import type { Client } from "../../support/client";
import { cardType, field, makeCard, relationType, stakeholder, stakeholderRole, unique } from "../../support/factories";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Body = any;

export const UNKNOWN = "01900000-0000-7000-8000-00000000dead";
/** A figure that is looked for in answers. */
export const COST = 987654;

export const RELATION = "relToolToPart";
export const ROLE = "owner";

/** Creates the types `Tool` and `Part`, the relation between them, and the roles of their stakeholders. */
export function createTypes(): void {
  const fields = [
    field("vendor", "text", { translations: { de: "Hersteller" } }),
    field("users", "number"),
    field("annualCost", "cost"),
    field("site", "url"),
    field("fit", "single_select", {
      options: [
        { key: "good", label: "Good", translations: { de: "Gut" } },
        { key: "bad", label: "Bad" },
      ],
    }),
  ];
  const sections = [{ section: "Main", fields, translations: { de: "Wesentliches" } }];
  const subtypes = [{ key: "desktop", label: "Desktop", translations: { de: "Arbeitsplatz" } }];
  cardType("Tool", [], { fields_schema: sections, subtypes, translations: { label: { de: "Werkzeug" } } });
  cardType("Part", [field("size", "number")]);
  relationType(RELATION, "Tool", "Part");
  stakeholderRole("Tool", ROLE, ["card.view"]);
  stakeholderRole("Tool", "observer");
}

export const attribute = (key: string, rest: Record<string, unknown> = {}) => ({
  key,
  section: "Main",
  label: key,
  type: "text",
  action: "maintain",
  ...rest,
});

/** The field that asks for the parts of a tool. */
export const PARTS = {
  key: `rel:${RELATION}:outgoing`,
  label: "Parts",
  kind: "relation",
  relation_type_key: RELATION,
  direction: "outgoing",
  related_type_key: "Part",
};

/** Creates a draft that asks the owners of tools. */
export async function createDraft(manager: Client, fields: Record<string, unknown> = {}): Promise<Body> {
  const defaults = {
    name: unique("Survey "),
    target_type_key: "Tool",
    target_roles: [ROLE],
    fields: [attribute("vendor")],
  };
  const { status, body } = await manager.post("/surveys", { ...defaults, ...fields });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

/** Sends a survey about these cards. */
export async function sent(
  manager: Client,
  cards: readonly Body[],
  fields: Record<string, unknown> = {},
): Promise<Body> {
  const { id } = await createDraft(manager, { target_filters: { card_ids: cards.map((card) => card.id) }, ...fields });
  const { status, body } = await manager.post(`/surveys/${id}/send`, {});
  expect({ status, body }).toMatchObject({ status: 200, body: { status: "active" } });
  return body;
}

/** Creates a tool that a user owns. */
export async function ownedTool(creator: Client, owner: Client, fields: Record<string, unknown> = {}): Promise<Body> {
  const card = await makeCard(creator, { type: "Tool", ...fields });
  stakeholder(card.id, owner.userId, ROLE);
  return card;
}

/** Proposes values for fields of a card. @returns the id of the response */
export async function propose(
  owner: Client,
  survey: Body,
  card: Body,
  values: Record<string, unknown>,
): Promise<string> {
  const responses = Object.fromEntries(
    Object.entries(values).map(([key, new_value]) => [key, { new_value, confirmed: false }]),
  );
  const { status, body } = await owner.post(`/surveys/${survey.id}/respond/${card.id}`, { responses });
  expect({ status, body }).toMatchObject({ status: 200, body: { status: "completed" } });
  return body.response_id;
}
