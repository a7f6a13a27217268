/** Changes of the groups of diagrams. */
import { t } from "@lingui/core/macro";
import { tryChange } from "../server/changes";
import { api } from "../server/client";
import { cache } from "../server/queries";
import type { DiagramGroup } from "./queries";

type NamedGroup = Pick<DiagramGroup, "id" | "name">;

const readLists = () => void cache.invalidateQueries({ queryKey: ["diagrams"] });

/** Creates a group. @param sort_order its place in the list */
export async function createGroup(name: string, sort_order: number): Promise<void> {
  await tryChange({
    sentence: t`Group ${name} made`,
    send: () => api.POST("/api/v1/diagram-groups", { body: { name, sort_order } as never }),
  });
  readLists();
}

/** Renames a group. */
export async function renameGroup(group: NamedGroup, name: string): Promise<void> {
  await tryChange({
    sentence: t`The group ${group.name} is ${name} now`,
    send: () =>
      api.PATCH("/api/v1/diagram-groups/{group_id}", {
        params: { path: { group_id: group.id } },
        body: { name } as never,
      }),
  });
  readLists();
}

/** Deletes a group; its diagrams stay. */
export async function deleteGroup({ id, name }: NamedGroup): Promise<void> {
  await tryChange({
    sentence: t`Group ${name} deleted`,
    send: () => api.DELETE("/api/v1/diagram-groups/{group_id}", { params: { path: { group_id: id } } }),
  });
  readLists();
}
