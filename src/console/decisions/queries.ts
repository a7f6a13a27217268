/** Decisions and statements of architecture work, as several pages read them. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Decision = Schemas["Adr"];
export type DecisionSummary = Schemas["AdrSummary"];
export type Statement = Schemas["OneStatementOfArchitectureWork"];
export type StatementSummary = Schemas["StatementOfArchitectureWork"];
export type DocumentKind = "adr" | "soaw";

const ADR_EVENTS = ["adr.", "card.updated", "card.deleted"];

/** Reads all decisions, the one changed last first. */
export const decisionsQuery = query(["decisions", "list"], ["adr."], ({ signal }) =>
  answered(api.GET("/api/v1/adr", { signal })),
);

/** Reads a decision. */
export const decisionQuery = (adr_id: string) =>
  query(["decisions", "one", adr_id], ADR_EVENTS, ({ signal }) =>
    answered(api.GET("/api/v1/adr/{adr_id}", { signal, params: { path: { adr_id } } })),
  );

/** Reads the revisions that a decision is one of, the first one first. */
export const decisionRevisionsQuery = (adr_id: string) =>
  query(["decisions", "revisions", adr_id], ["adr."], ({ signal }) =>
    answered(api.GET("/api/v1/adr/{adr_id}/revisions", { signal, params: { path: { adr_id } } })),
  );

/** Reads all statements of architecture work, the one changed last first. */
export const statementsQuery = query(["statements", "list"], ["soaw."], ({ signal }) =>
  answered(api.GET("/api/v1/soaw", { signal })),
);

/** Reads a statement of architecture work. */
export const statementQuery = (soaw_id: string) =>
  query(["statements", "one", soaw_id], ["soaw."], ({ signal }) =>
    answered(api.GET("/api/v1/soaw/{soaw_id}", { signal, params: { path: { soaw_id } } })),
  );

/** Reads the revisions that a statement is one of, the first one first. */
export const statementRevisionsQuery = (soaw_id: string) =>
  query(["statements", "revisions", soaw_id], ["soaw."], ({ signal }) =>
    answered(api.GET("/api/v1/soaw/{soaw_id}/revisions", { signal, params: { path: { soaw_id } } })),
  );

/** Events of a document that are read at once. */
const LATEST = 50;

export type DocumentEvent = Schemas["DocumentEvent"];

/** Reads the latest events of a document. */
export const documentHistoryQuery = (kind: DocumentKind, id: string) =>
  query(["documents", "history", kind, id], [`${kind}.`], ({ signal }) => {
    const of = { page: 1, page_size: LATEST };
    return answered(
      kind === "adr"
        ? api.GET("/api/v1/adr/{adr_id}/history", { signal, params: { path: { adr_id: id }, query: of } })
        : api.GET("/api/v1/soaw/{soaw_id}/history", { signal, params: { path: { soaw_id: id }, query: of } }),
    );
  });
