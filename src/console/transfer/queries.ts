/** Queries of transfers from other tools and from other installations. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Migration = Schemas["Migration"];
export type StagedKind = Schemas["StagedKind"];
export type Bundle = Schemas["WorkspaceTransfer"];

/** Milliseconds between two looks at what the server works on. */
export const PACE = 500;

export const migrationsQuery = query(["transfer", "migrations"], ["migration."], ({ signal }) =>
  answered(api.GET("/api/v1/migration", { signal })),
);

export const migrationQuery = (migration_id: string) =>
  query(["transfer", "migration", migration_id], ["migration."], ({ signal }) =>
    answered(api.GET("/api/v1/migration/{migration_id}", { signal, params: { path: { migration_id } } })),
  );

export const kindsQuery = (migration_id: string) =>
  query(["transfer", "kinds", migration_id], ["migration."], ({ signal }) =>
    answered(api.GET("/api/v1/migration/{migration_id}/kinds", { signal, params: { path: { migration_id } } })),
  );

/** Records of a kind that are read at once. */
export const MAX_RECORDS = 100;

export type RecordFilter = { entity_kind: string; card_type_key?: string; action?: string; reported?: boolean };

export const recordsQuery = (migration_id: string, filter: RecordFilter) =>
  query(["transfer", "records", migration_id, filter], ["migration."], ({ signal }) =>
    answered(
      api.GET("/api/v1/migration/{migration_id}/preview", {
        signal,
        params: { path: { migration_id }, query: { ...filter, limit: MAX_RECORDS } },
      }),
    ),
  );

export const mappingsQuery = (migration_id: string) =>
  query(["transfer", "mappings", migration_id], ["migration.mapped"], ({ signal }) =>
    answered(
      api.GET("/api/v1/migration/{migration_id}/field-mappings", { signal, params: { path: { migration_id } } }),
    ),
  );

export const bundlesQuery = query(["transfer", "bundles"], ["workspace."], ({ signal }) =>
  answered(api.GET("/api/v1/admin/workspace/import", { signal })),
);

export const bundleQuery = (transfer_id: string) =>
  query(["transfer", "bundle", transfer_id], ["workspace."], ({ signal }) =>
    answered(api.GET("/api/v1/admin/workspace/import/{transfer_id}", { signal, params: { path: { transfer_id } } })),
  );

/** Checks whether the server works on a migration or a bundle. */
export const isWorkedOn = ({ status }: Pick<Migration | Bundle, "status">): boolean =>
  status === "uploaded" || status === "parsing" || status === "applying";
