/** Changes of diagrams and their groups: each is saved at once, with what undoes it. */
import { t } from "@lingui/core/macro";
import { shown, toast, together, tryChange } from "../server/changes";
import { answered, api, received } from "../server/client";
import { cache } from "../server/queries";
import { readFile } from "./file";
import { type Diagram, type DiagramSummary, diagramQuery } from "./queries";

type NamedDiagram = Pick<Diagram, "id" | "name">;

const readLists = () => void cache.invalidateQueries({ queryKey: ["diagrams"] });

/** Creates a diagram. @param groupId the group that it is put into @returns its id; undefined when it is refused */
export async function createDiagram(name: string, groupId?: string): Promise<string | undefined> {
  let id: string | undefined;
  await tryChange({
    sentence: t`${name} made`,
    send: together("diagram", async (header): Promise<{ response: Response; data?: unknown; error?: unknown }> => {
      const reply = await received(api.POST("/api/v1/diagrams", { params: { header }, body: { name } as never }));
      const made = reply.data as NamedDiagram;
      id = made.id;
      if (!groupId) return reply;
      return api.PUT("/api/v1/diagrams/{diagram_id}/groups", {
        params: { path: { diagram_id: made.id }, header },
        body: { group_ids: [groupId] },
      });
    }),
  });
  readLists();
  return id;
}

/** Creates a diagram from a file of an editor of the format. @returns its id; undefined when it is refused */
export async function openDiagramFile(file: File): Promise<string | undefined> {
  const name = file.name.replace(/\.(drawio|xml)$/i, "");
  let id: string | undefined;
  try {
    const xml = await file.text();
    await readFile(xml);
    await tryChange({
      sentence: t`${name} made`,
      send: async () => {
        const reply = await api.POST("/api/v1/diagrams", { body: { name, data: { xml } } as never });
        id = reply.data?.id;
        return reply;
      },
    });
  } catch (error) {
    toast("failed", t`${file.name} can't be opened: ${(error as Error).message}`);
  }
  readLists();
  return id;
}

/** Creates a diagram that is like another one. @returns its id; undefined when it is refused */
export async function duplicateDiagram({ id, name }: NamedDiagram): Promise<string | undefined> {
  let made: string | undefined;
  await tryChange({
    sentence: t`${name} duplicated`,
    send: async () => {
      const { description, data, card_ids } = await answered(
        api.GET("/api/v1/diagrams/{diagram_id}", { params: { path: { diagram_id: id } } }),
      );
      const reply = await api.POST("/api/v1/diagrams", {
        body: { name: t`${name} (copy)`, description, data, card_ids } as never,
      });
      made = reply.data?.id;
      return reply;
    },
  });
  readLists();
  return made;
}

/** Changes the name or the description of a diagram. */
export async function describeDiagram(
  { id, name }: NamedDiagram,
  changes: { name?: string; description?: string },
): Promise<boolean> {
  const isSaved = await tryChange({
    sentence: changes.name === undefined ? t`Description of ${name} changed` : t`${name} is ${changes.name} now`,
    show: [shown(diagramQuery(id), (before) => ({ ...before, diagram: { ...before.diagram, ...changes } }))],
    send: () =>
      api.PATCH("/api/v1/diagrams/{diagram_id}", { params: { path: { diagram_id: id } }, body: changes as never }),
  });
  readLists();
  return isSaved;
}

/** Deletes a diagram; undoing it brings back the same one. */
export async function deleteDiagram({ id, name }: NamedDiagram): Promise<boolean> {
  const params = { path: { diagram_id: id } };
  const isDeleted = await tryChange({
    sentence: t`${name} deleted`,
    send: () => api.DELETE("/api/v1/diagrams/{diagram_id}", { params }),
  });
  readLists();
  return isDeleted;
}

/** Stars a diagram, or takes the star off it. */
export async function starDiagram({ id }: NamedDiagram, isStarred: boolean): Promise<void> {
  const params = { path: { diagram_id: id } };
  await tryChange({
    show: [
      shown(diagramQuery(id), (before) => ({ ...before, diagram: { ...before.diagram, is_favorite: isStarred } })),
    ],
    send: async (): Promise<{ response: Response; error?: unknown }> =>
      isStarred
        ? api.POST("/api/v1/diagrams/{diagram_id}/favorite", { params })
        : api.DELETE("/api/v1/diagrams/{diagram_id}/favorite", { params }),
  });
  readLists();
}

/** Puts a diagram into groups, in place of those it was in. */
export async function groupDiagram(
  { id, name }: Pick<DiagramSummary, "id" | "name">,
  group_ids: string[],
): Promise<void> {
  await tryChange({
    sentence: t`Groups of ${name} changed`,
    send: () =>
      api.PUT("/api/v1/diagrams/{diagram_id}/groups", { params: { path: { diagram_id: id } }, body: { group_ids } }),
  });
  readLists();
}
