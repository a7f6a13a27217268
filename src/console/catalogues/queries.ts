/** Catalogues: entries that can be picked, what has become of them, and where their content comes from. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Entry = Schemas["CatalogueNode"];
export type Version = Schemas["CatalogueVersion"];
export type Kind = "capabilities" | "processes" | "value_streams";
type Options = { signal: AbortSignal; params?: { query: { locale?: string } } };
type SignalOption = { signal: AbortSignal };
type Catalogue = { version: Version } & Partial<Record<Kind, Entry[]>>;

const reads = {
  capabilities: (options: Options) => answered(api.GET("/api/v1/capability-catalogue", options)),
  processes: (options: Options) => answered(api.GET("/api/v1/process-catalogue", options)),
  value_streams: (options: Options) => answered(api.GET("/api/v1/value-stream-catalogue", options)),
} satisfies Record<Kind, (options: Options) => Promise<unknown>>;

/** Returns a catalogue in a language; in the user's without one. */
export const catalogueQuery = (kind: Kind, locale: string | undefined) =>
  query(
    ["catalogues", "entries", kind, locale ?? ""],
    ["card.created", "card.deleted", "card.restored", "catalogue"],
    async ({ signal }) => {
      const params = { query: { ...(locale && { locale }) } };
      const answer = (await reads[kind]({ signal, params })) as Catalogue;
      return { version: answer.version, entries: answer[kind] ?? [] };
    },
  );

/** Returns the catalogue of principles in a language. */
export const principlesQuery = (locale: string | undefined) =>
  query(["catalogues", "principles", locale ?? ""], ["principle", "catalogue"], ({ signal }) =>
    answered(api.GET("/api/v1/principles-catalogue", { signal, params: { query: { ...(locale && { locale }) } } })),
  );

/** The archives that the content comes from. */
export const contentQuery = query(["catalogues", "content"], ["catalogue"], ({ signal }) =>
  answered(api.GET("/api/v1/catalogue-content", { signal })),
);

const statuses = {
  capabilities: (options: SignalOption) => answered(api.GET("/api/v1/capability-catalogue/update-status", options)),
  processes: (options: SignalOption) => answered(api.GET("/api/v1/process-catalogue/update-status", options)),
  value_streams: (options: SignalOption) => answered(api.GET("/api/v1/value-stream-catalogue/update-status", options)),
} satisfies Record<Kind, (options: SignalOption) => Promise<Schemas["CatalogueUpdateStatus"]>>;

/** Returns whether there is a newer version; the server asks the package index for it. */
export const updateQuery = (kind: Kind) =>
  query(["catalogues", "update", kind], ["catalogue"], ({ signal }) => statuses[kind]({ signal }));

/** Reads whether principles are shown. */
export const principlesShownQuery = query(["settings", "principles-shown"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/settings/principles-display", { signal })),
);
