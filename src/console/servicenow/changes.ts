/** Changes of ServiceNow: connections, mappings, runs and decisions about what they have staged. */
import { plural, t } from "@lingui/core/macro";
import { type Change, shown, toast, tryChange, valuesBefore } from "../server/changes";
import { answered, api } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import {
  type Connection,
  connectionsQuery,
  type FieldMapping,
  type Mapping,
  mappingsQuery,
  type SyncRun,
} from "./queries";

type Reply = { data?: unknown; error?: unknown; response: Response };

const readAgain = () => cache.invalidateQueries({ queryKey: ["servicenow"] });

/** Sends a change and reads again what shows it. */
async function save<R extends Reply>(wanted: Change<R>): Promise<boolean> {
  const isSaved = await tryChange(wanted);
  await readAgain();
  return isSaved;
}

export type NewConnection = Pick<Connection, "name" | "instance_url" | "auth_type"> &
  Partial<Record<"username" | "password" | "client_id" | "client_secret", string>>;

/** Creates a connection. @returns its id; undefined when it is refused */
export async function createConnection(body: NewConnection): Promise<string | undefined> {
  let id: string | undefined;
  await save({
    sentence: t`${body.name} is connected`,
    send: async () => {
      const reply = await api.POST("/api/v1/servicenow/connections", { body: body as never });
      id = reply.data?.id;
      return reply;
    },
  });
  return id;
}

const sendConnection = (conn_id: string, body: object) =>
  api.PATCH("/api/v1/servicenow/connections/{conn_id}", { params: { path: { conn_id } }, body: body as never });

/** Changes a connection; what was there before comes back with Z. */
export function updateConnection(connection: Connection, changes: Partial<Connection>): Promise<boolean> {
  const before = valuesBefore(connection, changes);
  return save({
    sentence: t`${connection.name} changed`,
    show: [
      shown(connectionsQuery, (all) => all.map((one) => (one.id === connection.id ? { ...one, ...changes } : one))),
    ],
    send: () => sendConnection(connection.id, changes),
    inverse: () => sendConnection(connection.id, before),
  });
}

/** Replaces secrets of a connection, which nobody can read again. */
export const replaceSecrets = ({ id, name }: Connection, secrets: Partial<NewConnection>): Promise<boolean> =>
  save({ sentence: t`${name} has other credentials`, send: () => sendConnection(id, secrets) });

/** Deletes a connection with its mappings and runs; cards stay. */
export const deleteConnection = ({ id, name }: Connection): Promise<boolean> =>
  save({
    sentence: t`${name} is deleted`,
    send: () => api.DELETE("/api/v1/servicenow/connections/{conn_id}", { params: { path: { conn_id: id } } }),
  });

/** Tests a connection. @returns the answer of the instance; undefined when the server can't say */
export async function testConnection(conn_id: string): Promise<{ success: boolean; message: string } | undefined> {
  try {
    return await answered(api.POST("/api/v1/servicenow/connections/{conn_id}/test", { params: { path: { conn_id } } }));
  } catch (error) {
    toast("failed", asRefusal(error).message);
    return undefined;
  } finally {
    await readAgain();
  }
}

/** Maps a table to a card type, by their names at first. @returns the id; undefined when it is refused */
export async function createMapping(
  connection_id: string,
  card_type_key: string,
  snow_table: string,
): Promise<string | undefined> {
  let id: string | undefined;
  const field_mappings = [{ turbo_field: "name", snow_field: "name", is_identity: true }];
  await save({
    sentence: t`${snow_table} is mapped`,
    send: async () => {
      const body = { connection_id, card_type_key, snow_table, field_mappings };
      const reply = await api.POST("/api/v1/servicenow/mappings", { body: body as never });
      id = reply.data?.id;
      return reply;
    },
  });
  return id;
}

const sendMapping = (mapping_id: string, body: object) =>
  api.PATCH("/api/v1/servicenow/mappings/{mapping_id}", { params: { path: { mapping_id } }, body: body as never });

/** Changes a mapping; what was there before comes back with Z. */
export function updateMapping(mapping: Mapping, changes: Partial<Mapping>): Promise<boolean> {
  const before = valuesBefore(mapping, changes);
  return save({
    sentence: t`The mapping of ${mapping.snow_table} changed`,
    show: [shown(mappingsQuery, (all) => all.map((one) => (one.id === mapping.id ? { ...one, ...changes } : one)))],
    send: () => sendMapping(mapping.id, changes),
    inverse: () => sendMapping(mapping.id, before),
  });
}

/** Changes the fields of a mapping. */
export const updateFields = (mapping: Mapping, fields: readonly Omit<FieldMapping, "id">[]): Promise<boolean> =>
  updateMapping(mapping, { field_mappings: fields as FieldMapping[] });

/** Deletes a mapping; its runs and cards stay. */
export const deleteMapping = ({ id, snow_table }: Mapping): Promise<boolean> =>
  save({
    sentence: t`The mapping of ${snow_table} is deleted`,
    send: () => api.DELETE("/api/v1/servicenow/mappings/{mapping_id}", { params: { path: { mapping_id: id } } }),
  });

/** Starts a pull or a push. @returns the id of the run; undefined when it is refused */
export async function startSync({ id }: Mapping, what: "review" | "pull" | "push"): Promise<string | undefined> {
  const path = { mapping_id: id };
  try {
    const run = await answered(
      what === "push"
        ? api.POST("/api/v1/servicenow/sync/push/{mapping_id}", { params: { path } })
        : api.POST("/api/v1/servicenow/sync/pull/{mapping_id}", {
            params: { path, query: { auto_apply: what === "pull" } },
          }),
    );
    return run.id;
  } catch (error) {
    toast("failed", asRefusal(error).message);
    return undefined;
  } finally {
    await readAgain();
  }
}

/** Cancels a run; what it has applied stays. */
export const cancelSync = ({ id }: SyncRun): Promise<boolean> =>
  save({ send: () => api.POST("/api/v1/servicenow/sync/runs/{run_id}/cancel", { params: { path: { run_id: id } } }) });

/** Leaves out staged records of a run. @param which those named, or all of an action, or all that wait */
export const discard = ({ id }: SyncRun, which: { record_ids?: string[]; action?: "delete" }): Promise<boolean> =>
  save({
    send: () =>
      api.POST("/api/v1/servicenow/sync/runs/{run_id}/discard", {
        params: { path: { run_id: id } },
        body: { record_ids: which.record_ids ?? null, action: which.action ?? null },
      }),
  });

/** Applies what of a run still waits, as one batch. @param held true to apply the deletions that are held, too */
export const applyRun = ({ id, pending }: SyncRun, held: boolean): Promise<boolean> =>
  save({
    sentence: plural(pending, { one: "# staged change applied", other: "# staged changes applied" }),
    send: () =>
      api.POST("/api/v1/servicenow/sync/runs/{run_id}/apply", { params: { path: { run_id: id }, query: { held } } }),
  });
