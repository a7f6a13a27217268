/** Changes of decisions and statements: what is written, who is asked, and what they answer. */
import { t } from "@lingui/core/macro";
import type { TextPlace } from "../rich-text/saver";
import { together, tryChange } from "../server/changes";
import { api, received } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import { type Decision, type DocumentKind, decisionQuery, type Statement, statementQuery } from "./queries";

type Reply = { response: Response; data?: unknown; error?: unknown };

/** A document that people sign, as far as signing goes. */
export type SignedDocument = { kind: DocumentKind; id: string; name: string };

/** Sends a change of documents, and reads again what shows them. @returns true when it is saved */
export async function saveDocument(sentence: string, send: () => Promise<Reply>): Promise<boolean> {
  const isSaved = await tryChange({ sentence, send });
  for (const key of ["decisions", "statements", "documents", "cards"])
    void cache.invalidateQueries({ queryKey: [key] });
  return isSaved;
}

/** Sends a request whose answer is another document. @returns its id; undefined when it is refused */
async function saveNew(
  sentence: string,
  send: () => Promise<Reply & { data?: { id: string } }>,
): Promise<string | undefined> {
  let id: string | undefined;
  await saveDocument(sentence, async () => {
    const reply = await send();
    id = reply.data?.id;
    return reply;
  });
  return id;
}

type Headers = { "If-Match": string; "X-Stoa-Batch"?: string };

/** Returns the header by which a change is meant for a version only. */
const versionOf = ({ updated_at }: { updated_at: string }): Headers => ({ "If-Match": `"${updated_at}"` });

/** Returns the data of an answer; undefined when another version is there by now. @throws Refusal */
async function unlessOutdated<R extends Reply>(send: Promise<R>): Promise<R["data"] | undefined> {
  try {
    return (await received(send)).data;
  } catch (error) {
    if (asRefusal(error).status === 412) return undefined;
    throw error;
  }
}

/** Reads what a query has now from the server. */
const fresh = (id: string) => cache.fetchQuery({ ...decisionQuery(id), staleTime: 0 });
const freshStatement = (id: string) => cache.fetchQuery({ ...statementQuery(id), staleTime: 0 });

export type TextField = "context" | "decision" | "consequences" | "alternatives_considered";

/** Returns the place of a text of a decision. */
export function placeInDecision({ id }: Decision, field: TextField, heading: string): TextPlace {
  let version: Decision;
  return {
    key: `adr ${id} ${field}`,
    sentence: () => t`${heading} is written`,
    async read() {
      version = await fresh(id);
      return version[field];
    },
    async store(text, batch) {
      const after = await unlessOutdated(
        api.PATCH("/api/v1/adr/{adr_id}", {
          params: { path: { adr_id: id } },
          headers: { ...versionOf(version), "X-Stoa-Batch": batch },
          body: { [field]: text } as never,
        }),
      );
      if (after) cache.setQueryData(decisionQuery(id).queryKey, after as Decision);
      return (after as Decision | undefined)?.[field];
    },
  };
}

/** A section of a statement: its text, or an object that has it with whatever else clients store. */
export type StoredSection = string | ({ content?: string } & Record<string, unknown>);

/** Returns the text of a section. */
export const contentOf = (section: unknown): string | null =>
  typeof section === "string" ? section : ((section as { content?: string } | undefined)?.content ?? null);

/** Returns a section with another text; what else it has stays. */
const withContent = (section: unknown, content: string): unknown =>
  typeof section === "object" && section !== null ? { ...section, content } : { content };

/** Returns the place of a section of a statement. */
export function placeInStatement({ id }: { id: string }, section: string, heading: string): TextPlace {
  let version: Statement;
  return {
    key: `soaw ${id} ${section}`,
    sentence: () => t`${heading} is written`,
    async read() {
      version = await freshStatement(id);
      return contentOf(version.sections[section]);
    },
    async store(text, batch) {
      const sections = { ...version.sections, [section]: withContent(version.sections[section], text ?? "") };
      const after = await unlessOutdated(
        api.PATCH("/api/v1/soaw/{soaw_id}", {
          params: { path: { soaw_id: id } },
          headers: { ...versionOf(version), "X-Stoa-Batch": batch },
          body: { sections },
        }),
      );
      if (!after) return undefined;
      cache.setQueryData(statementQuery(id).queryKey, after as Statement);
      return contentOf((after as Statement).sections[section]);
    },
  };
}

/** Replaces a section of a statement, such as a table; the others stay as they are now. */
export const setSection = (id: string, section: string, value: unknown, sentence: string): Promise<boolean> =>
  saveDocument(sentence, async () => {
    const version = await freshStatement(id);
    return api.PATCH("/api/v1/soaw/{soaw_id}", {
      params: { path: { soaw_id: id } },
      headers: versionOf(version),
      body: { sections: { ...version.sections, [section]: value } },
    });
  });

/** Makes a decision. @param card_id of the card that it is about @returns its id; undefined when it is refused */
export const createDecision = (title: string, card_id?: string): Promise<string | undefined> =>
  saveNew(
    t`Decision “${title}” begun`,
    together("decide", async (header) => {
      const begun = await received(api.POST("/api/v1/adr", { params: { header }, body: { title } as never }));
      if (card_id && begun.data)
        await received(
          api.POST("/api/v1/adr/{adr_id}/cards", {
            params: { header, path: { adr_id: begun.data.id } },
            body: { card_id },
          }),
        );
      return begun;
    }),
  );

/** Renames a decision. */
export const renameDecision = ({ id }: { id: string }, title: string): Promise<boolean> =>
  saveDocument(t`The decision is called “${title}” now`, () =>
    api.PATCH("/api/v1/adr/{adr_id}", { params: { path: { adr_id: id } }, body: { title } }),
  );

/** Copies a decision as a draft. @returns the id of the copy */
export const duplicateDecision = ({ id, title }: { id: string; title: string }): Promise<string | undefined> =>
  saveNew(t`“${title}” copied`, () => api.POST("/api/v1/adr/{adr_id}/duplicate", { params: { path: { adr_id: id } } }));

/** Deletes a draft of a decision. */
export const deleteDecision = ({ id, title }: { id: string; title: string }): Promise<boolean> =>
  saveDocument(t`“${title}” deleted`, () => api.DELETE("/api/v1/adr/{adr_id}", { params: { path: { adr_id: id } } }));

/** Links a decision to a card. */
export const linkDecision = (decision: { id: string; title: string }, card: { id: string; name: string }) =>
  saveDocument(t`${card.name} is linked to the decision`, () =>
    api.POST("/api/v1/adr/{adr_id}/cards", { params: { path: { adr_id: decision.id } }, body: { card_id: card.id } }),
  );

/** Takes the link of a decision to a card away. */
export const unlinkDecision = (decision: { id: string }, card: { id: string; name: string }): Promise<boolean> =>
  saveDocument(t`${card.name} is no longer linked to the decision`, () =>
    api.DELETE("/api/v1/adr/{adr_id}/cards/{card_id}", {
      params: { path: { adr_id: decision.id, card_id: card.id } },
    }),
  );

/** Sets the decisions that a decision names as related. */
export const relateDecisions = ({ id }: { id: string }, related_decisions: string[], sentence: string) =>
  saveDocument(sentence, () =>
    api.PATCH("/api/v1/adr/{adr_id}", { params: { path: { adr_id: id } }, body: { related_decisions } }),
  );

/** Names the signed decision that holds in place of another one; null when it holds itself again. */
export const supersede = (former: { id: string }, by: string | null, sentence: string): Promise<boolean> =>
  saveDocument(sentence, () =>
    api.POST("/api/v1/adr/{adr_id}/supersede", { params: { path: { adr_id: former.id } }, body: { by } }),
  );

/** Makes a statement of architecture work. @returns its id; undefined when it is refused */
export const createStatement = (name: string, initiative_id?: string): Promise<string | undefined> =>
  saveNew(t`Statement “${name}” begun`, () =>
    api.POST("/api/v1/soaw", { body: { name, ...(initiative_id && { initiative_id }) } as never }),
  );

type SoawChanges = { name?: string; initiative_id?: string | null; document_info?: Record<string, unknown> };

/** Changes fields of a statement. */
export const changeStatement = (id: string, body: SoawChanges, sentence: string): Promise<boolean> =>
  saveDocument(sentence, () => api.PATCH("/api/v1/soaw/{soaw_id}", { params: { path: { soaw_id: id } }, body }));

/** Deletes a statement. */
export const deleteStatement = ({ id, name }: { id: string; name: string }): Promise<boolean> =>
  saveDocument(t`“${name}” deleted`, () => api.DELETE("/api/v1/soaw/{soaw_id}", { params: { path: { soaw_id: id } } }));

/** Asks people for their signatures, in place of those asked before. */
export const askSignatures = ({ kind, id }: SignedDocument, user_ids: string[], sentence: string): Promise<boolean> =>
  saveDocument(sentence, () =>
    kind === "adr"
      ? api.POST("/api/v1/adr/{adr_id}/request-signatures", {
          params: { path: { adr_id: id } },
          body: { user_ids } as never,
        })
      : api.POST("/api/v1/soaw/{soaw_id}/request-signatures", {
          params: { path: { soaw_id: id } },
          body: { user_ids } as never,
        }),
  );

/** Signs what was read. @param content_hash of the content that was read */
export const sign = ({ kind, id, name }: SignedDocument, content_hash: string): Promise<boolean> =>
  saveDocument(t`“${name}” signed`, () =>
    kind === "adr"
      ? api.POST("/api/v1/adr/{adr_id}/sign", { params: { path: { adr_id: id } }, body: { content_hash } })
      : api.POST("/api/v1/soaw/{soaw_id}/sign", { params: { path: { soaw_id: id } }, body: { content_hash } }),
  );

/** Refuses to sign, and says why. */
export const refuse = ({ kind, id, name }: SignedDocument, comment: string): Promise<boolean> =>
  saveDocument(t`“${name}” rejected`, () =>
    kind === "adr"
      ? api.POST("/api/v1/adr/{adr_id}/reject", { params: { path: { adr_id: id } }, body: { comment } })
      : api.POST("/api/v1/soaw/{soaw_id}/reject", { params: { path: { soaw_id: id } }, body: { comment } }),
  );

/** Asks nobody for a signature any more: the document is a draft again. */
export const recall = ({ kind, id, name }: SignedDocument): Promise<boolean> =>
  saveDocument(t`“${name}” is a draft again`, () =>
    kind === "adr"
      ? api.POST("/api/v1/adr/{adr_id}/recall-signatures", { params: { path: { adr_id: id } } })
      : api.POST("/api/v1/soaw/{soaw_id}/recall-signatures", { params: { path: { soaw_id: id } } }),
  );

/** Begins the next revision of a signed document. @returns its id; undefined when it is refused */
export const revise = ({ kind, id, name }: SignedDocument): Promise<string | undefined> =>
  saveNew(t`The next revision of “${name}” begun`, () =>
    kind === "adr"
      ? api.POST("/api/v1/adr/{adr_id}/revise", { params: { path: { adr_id: id } } })
      : api.POST("/api/v1/soaw/{soaw_id}/revise", { params: { path: { soaw_id: id } } }),
  );
