/**
 * A viewer who has a part in a card tries everything that changes cards, once on that card and once on another: what the
 * part grants is allowed on the one, and nothing at all on the other.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { metamodel } from "../../src/areas/metamodel/types";
import type { Answer, Client } from "../support/client";
import { role, stakeholder, storedCards, tagCard, tagGroup, unique } from "../support/factories";
import { type Document, operationsOf } from "../support/openapi";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const bystander = clientAs(server, "viewer");
let tag: string;
let document: Document;
beforeAll(async () => {
  tag = tagGroup("Colour", ["Red"], {}).tags[0] as string;
  document = (await server.nobody.get("/api/openapi.json")).body;
});

/** The rights of the seeded stakeholder roles, other than the observer's, for working together. */
const together = ["create_comments", "manage_documents"];
const everyKey = [
  ...["view", "edit", "archive", "delete", "approval_status", "manage_stakeholders", "manage_relations"],
  ...["manage_comments", ...together],
];

/** The rights of the seeded roles that change cards and the rows that belong to them. */
const parts: Record<string, string[]> = {
  responsible: everyKey.filter((key) => key !== "delete"),
  observer: ["view", "create_comments"],
  process_owner: ["view", "edit", "approval_status", "manage_stakeholders", "manage_relations", ...together],
  technical_application_owner: ["view", "edit", "manage_relations", ...together],
  business_application_owner: ["view", "edit", "manage_relations", ...together],
  it_project_manager: ["view", "edit", "approval_status", "manage_stakeholders", "manage_relations", ...together],
};

const held: [type: string, part: string][] = [
  ["Application", "responsible"],
  ["Application", "observer"],
  ["Application", "technical_application_owner"],
  ["Application", "business_application_owner"],
  ["BusinessProcess", "responsible"],
  ["BusinessProcess", "observer"],
  ["BusinessProcess", "process_owner"],
  ["Initiative", "responsible"],
  ["Initiative", "observer"],
  ["Initiative", "it_project_manager"],
];

type Target = { id: string; type: string };

const newCard = (type: string, status = "ACTIVE"): string =>
  storedCards([{ type, name: unique("Card "), status }])[0] as string;

/** Returns a relation that the card can have, with a new card at its other end. */
function possibleRelation({ id, type }: Target) {
  const relation = [...metamodel().relationTypes.values()].find(
    (one) => one.source_type_key === type && one.cardinality === "n:m",
  );
  const target_id = newCard(relation?.target_type_key ?? "");
  return { type: relation?.key ?? "", source_id: id, target_id };
}

const existingRelation = async (card: Target): Promise<string> =>
  (await admin.post("/relations", possibleRelation(card))).body.id;

/** Returns a form with a file. */
function textFile(): FormData {
  const form = new FormData();
  form.append("file", new File(["text"], "a.txt", { type: "text/plain" }));
  return form;
}

/** Returns a form with a table of cards, as a spreadsheet writes it. */
function table(text: string): FormData {
  const form = new FormData();
  form.append("file", new File([text], "cards.csv", { type: "text/csv" }));
  return form;
}

/** Returns rows that the administrator has created on the card. */
async function existing(card: Target, what: "comments" | "todos" | "documents" | "file-attachments"): Promise<string> {
  const body = what === "file-attachments" ? textFile() : { content: "x", description: "x", name: "x" };
  return (await admin.post(`/cards/${card.id}/${what}`, body)).body.id;
}

/** Returns a stakeholder role that somebody else has in the card. */
const otherPart = (card: Target) => stakeholder(card.id, bystander.userId, "responsible");

type Attempt = {
  /**
   * The needed rights: keys of rights on the card; "none" when no user with only stakeholder roles may, "any" when a
   * viewer may.
   */
  needs: string[] | "none" | "any";
  /** The status of the card before it. */
  status?: string;
  execute(client: Client, card: Target): Promise<Answer>;
};

const attempts: Record<string, Attempt> = {
  "POST /cards": {
    needs: "none",
    execute: (client, { id, type }) => client.post("/cards", { type, name: unique("Card "), parent_id: id }),
  },
  "POST /cards/bulk-create": {
    needs: "none",
    execute: (client, { type }) =>
      client.post("/cards/bulk-create", { cards: [{ row_index: 0, type, name: unique("Card ") }] }),
  },
  "PATCH /cards/bulk": {
    needs: "none",
    execute: (client, { id }) => client.patch("/cards/bulk", { ids: [id], updates: { description: "mine" } }),
  },
  "POST /cards/upsert": {
    needs: ["edit"],
    execute: (client, { id }) => client.post("/cards/upsert", { rows: [{ id, description: "mine" }] }),
  },
  "POST /cards/import": {
    needs: ["edit"],
    execute: (client, { id, type }) => client.post("/cards/import", table(`id,type,description\n${id},${type},mine\n`)),
  },
  "POST /cards/fix-hierarchy-names": {
    needs: "none",
    execute: (client) => client.post("/cards/fix-hierarchy-names"),
  },
  "POST /cards/resolve-refs": {
    needs: "any",
    execute: (client, { type }) =>
      client.post("/cards/resolve-refs", { refs: [{ row: 1, column: "a", type, ref: "b" }] }),
  },
  "PATCH /cards/{card_id}": {
    needs: ["edit"],
    execute: (client, { id }) => client.patch(`/cards/${id}`, { description: "mine" }),
  },
  "DELETE /cards/{card_id}": { needs: ["delete"], execute: (client, { id }) => client.delete(`/cards/${id}`) },
  "POST /cards/bulk-delete": {
    needs: ["delete"],
    execute: (client, { id }) => client.post("/cards/bulk-delete", { card_ids: [id] }),
  },
  "POST /cards/bulk-tags": {
    needs: ["edit"],
    execute: (client, { id }) => client.post("/cards/bulk-tags", { card_ids: [id], add: [tag] }),
  },
  "POST /cards/{card_id}/archive": {
    needs: ["archive"],
    execute: (client, { id }) => client.post(`/cards/${id}/archive`),
  },
  "POST /cards/bulk-archive": {
    needs: ["archive"],
    execute: (client, { id }) => client.post("/cards/bulk-archive", { card_ids: [id] }),
  },
  "POST /cards/{card_id}/restore": {
    needs: ["archive"],
    status: "ARCHIVED",
    execute: (client, { id }) => client.post(`/cards/${id}/restore`),
  },
  "POST /cards/bulk-restore": {
    needs: ["archive"],
    status: "ARCHIVED",
    execute: (client, { id }) => client.post("/cards/bulk-restore", { card_ids: [id] }),
  },
  "POST /cards/{card_id}/approval-status": {
    needs: ["approval_status"],
    execute: (client, { id }) => client.post(`/cards/${id}/approval-status?action=reject`),
  },
  "POST /cards/{card_id}/tags": {
    needs: ["edit"],
    execute: (client, { id }) => client.post(`/cards/${id}/tags`, [tag]),
  },
  "DELETE /cards/{card_id}/tags/{tag_id}": {
    needs: ["edit"],
    execute(client, { id }) {
      tagCard(id, tag);
      return client.delete(`/cards/${id}/tags/${tag}`);
    },
  },
  "POST /cards/{card_id}/me/observe": {
    needs: "any",
    execute: (client, { id }) => client.post(`/cards/${id}/me/observe`),
  },
  "DELETE /cards/{card_id}/me/observe": {
    needs: "any",
    execute: (client, { id }) => client.delete(`/cards/${id}/me/observe`),
  },
  "POST /cards/{card_id}/stakeholders": {
    needs: ["manage_stakeholders"],
    execute: (client, { id }) =>
      client.post(`/cards/${id}/stakeholders`, { user_id: bystander.userId, role: "responsible" }),
  },
  "PATCH /stakeholders/{stakeholder_id}": {
    needs: ["manage_stakeholders"],
    execute: (client, card) =>
      client.patch(`/stakeholders/${otherPart(card)}`, { user_id: bystander.userId, role: "observer" }),
  },
  "DELETE /stakeholders/{stakeholder_id}": {
    needs: ["manage_stakeholders"],
    execute: (client, card) => client.delete(`/stakeholders/${otherPart(card)}`),
  },
  "POST /cards/{card_id}/comments": {
    needs: ["create_comments"],
    execute: (client, { id }) => client.post(`/cards/${id}/comments`, { content: "mine" }),
  },
  "PATCH /comments/{comment_id}": {
    needs: ["manage_comments"],
    execute: async (client, card) => client.patch(`/comments/${await existing(card, "comments")}`, { content: "mine" }),
  },
  "DELETE /comments/{comment_id}": {
    needs: ["manage_comments"],
    execute: async (client, card) => client.delete(`/comments/${await existing(card, "comments")}`),
  },
  "POST /cards/{card_id}/todos": {
    needs: "any",
    execute: (client, { id }) => client.post(`/cards/${id}/todos`, { description: "mine" }),
  },
  "PATCH /todos/{todo_id}": {
    needs: "none",
    execute: async (client, card) => client.patch(`/todos/${await existing(card, "todos")}`, { status: "done" }),
  },
  "POST /todos/{todo_id}/promote": {
    needs: "none",
    execute: async (client, card) => client.post(`/todos/${await existing(card, "todos")}/promote`),
  },
  "DELETE /todos/{todo_id}": {
    needs: "none",
    execute: async (client, card) => client.delete(`/todos/${await existing(card, "todos")}`),
  },
  "POST /cards/{card_id}/documents": {
    needs: ["manage_documents"],
    execute: (client, { id }) => client.post(`/cards/${id}/documents`, { name: "mine" }),
  },
  "DELETE /documents/{doc_id}": {
    needs: ["manage_documents"],
    execute: async (client, card) => client.delete(`/documents/${await existing(card, "documents")}`),
  },
  "POST /cards/{card_id}/file-attachments": {
    needs: ["manage_documents"],
    execute: (client, { id }) => client.post(`/cards/${id}/file-attachments`, textFile()),
  },
  "DELETE /file-attachments/{attachment_id}": {
    needs: ["manage_documents"],
    execute: async (client, card) => client.delete(`/file-attachments/${await existing(card, "file-attachments")}`),
  },
  "POST /relations": {
    needs: ["manage_relations"],
    execute: (client, card) => client.post("/relations", possibleRelation(card)),
  },
  "POST /relations/bulk": {
    needs: ["manage_relations"],
    execute(client, card) {
      const { type, source_id, target_id } = possibleRelation(card);
      const operation = { row_index: 0, type, source: { id: source_id }, target: { id: target_id } };
      return client.post("/relations/bulk", { operations: [operation] });
    },
  },
  "PATCH /relations/{rel_id}": {
    needs: ["manage_relations"],
    execute: async (client, card) =>
      client.patch(`/relations/${await existingRelation(card)}`, { description: "mine" }),
  },
  "DELETE /relations/{rel_id}": {
    needs: ["manage_relations"],
    execute: async (client, card) => client.delete(`/relations/${await existingRelation(card)}`),
  },
};

/** Other ways of doing the same, past the operation that is meant for it. */
const detours: Record<string, Attempt> = {
  "archiving by a change of status": {
    needs: ["edit", "archive"],
    execute: (client, { id }) => client.patch(`/cards/${id}`, { status: "ARCHIVED" }),
  },
  "restoring by a change of status": {
    needs: ["edit", "archive"],
    status: "ARCHIVED",
    execute: (client, { id }) => client.patch(`/cards/${id}`, { status: "ACTIVE" }),
  },
  "a POST that poses as a PATCH": {
    needs: "none",
    execute: (client, { id }) =>
      client.post(`/cards/${id}`, { description: "mine" }, { "x-http-method-override": "PATCH" }),
  },
};

test("every operation that changes cards, relations or stakeholders is tried", () => {
  const changing = operationsOf(document)
    .filter(
      ({ method, path }) =>
        method !== "GET" &&
        /^\/api\/v1\/(cards|relations|stakeholders|comments|todos|documents|file-attachments)\b/.test(path),
    )
    .map(({ name }) => name.replace("/api/v1", ""));
  expect(Object.keys(attempts).sort()).toEqual(changing.sort());
});

/** Checks whether a user with such rights on a card may make an attempt. */
const isAllowed = ({ needs }: Attempt, granted: readonly string[]) =>
  needs === "any" || (needs !== "none" && needs.every((key) => granted.includes(key)));

async function execute(client: Client, type: string, attempt: Attempt, part?: string): Promise<number> {
  const card = { type, id: newCard(type, attempt.status) };
  if (part) stakeholder(card.id, client.userId, part);
  return (await attempt.execute(client, card)).status;
}

describe.each(held)("a viewer who is %s %s", (type, part) => {
  test.each(Object.entries({ ...attempts, ...detours }))(
    "is answered as the stakeholder role permits: %s",
    async (_, attempt) => {
      const holder = await server.as("viewer");
      // The part in one card of the type is there all the time, and is good for no other.
      stakeholder(newCard(type), holder.userId, part);
      const granted = parts[part] as string[];
      const own = await execute(holder, type, attempt, part);
      if (isAllowed(attempt, granted)) expect(own).toBeWithin(200, 300);
      else expect([403, 405]).toContain(own);
      const foreign = await execute(holder, type, attempt);
      if (isAllowed(attempt, [])) expect(foreign).toBeWithin(200, 300);
      else expect([403, 405]).toContain(foreign);
    },
  );
});

test("a user whose stakeholder role grants everything, and whose role grants nothing, can do it all on that card alone", async () => {
  const body = {
    key: "owner_of_all",
    label: "Owner",
    permissions: Object.fromEntries(everyKey.map((key) => [`card.${key}`, true])),
  };
  await admin.post("/metamodel/types/Application/stakeholder-roles", body);
  const nothing = role();
  for (const [name, attempt] of Object.entries({ ...attempts, ...detours })) {
    const holder = await server.as(nothing);
    const own = await execute(holder, "Application", attempt, body.key);
    // A user without the inventory needs the right to see the card even for the operations of any viewer.
    const allowed = isAllowed(attempt, everyKey) && name !== "POST /cards/resolve-refs";
    if (allowed) expect(own, name).toBeWithin(200, 300);
    else expect([403, 405], name).toContain(own);
    const foreign = await execute(holder, "Application", attempt);
    expect([403, 405], name).toContain(foreign);
  }
});

test("a user whose role grants nothing reads the card in which a stakeholder role shows it, and no other", async () => {
  const holder = await server.as(role());
  const [own, other] = [newCard("Application"), newCard("Application")];
  stakeholder(own, holder.userId, "observer");
  for (const view of [
    "",
    "/hierarchy",
    "/history",
    "/timeline",
    "/relation-summary",
    "/archive-impact",
    "/restore-impact",
    "/me/observe",
  ]) {
    expect((await holder.get(`/cards/${own}${view}`)).status, view).toBe(200);
    expect((await holder.get(`/cards/${other}${view}`)).status, view).toBe(403);
  }
  for (const list of ["/cards", "/cards/counts", "/cards/my-created", "/cards/export/csv", "/relations", "/events"])
    expect((await holder.get(list)).status, list).toBe(403);
});
