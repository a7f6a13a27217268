/** Diagrams, as several pages read them. */
import { answered, api, received, type Schemas } from "../server/client";
import { query } from "../server/queries";
import type { DrawingFile } from "./file";

export type DiagramSummary = Schemas["DiagramSummary"];
export type Diagram = Schemas["Diagram"];
export type DiagramGroup = Schemas["DiagramGroup"];

/** Diagrams that a list shows at once. */
export const MAX_DIAGRAMS = 200;

export type DiagramFilters = { search?: string; mine?: boolean; favorites?: boolean; group_id?: string };

/** Lists the diagrams that match, the one changed last first, with how many there are. */
export const diagramsQuery = ({ search, mine, favorites, group_id }: DiagramFilters) =>
  query(["diagrams", "list", search, mine, favorites, group_id], ["diagram.", "diagram_group."], ({ signal }) =>
    answered(
      api.GET("/api/v1/diagrams", {
        signal,
        params: { query: { search, mine, favorites, group_id, page: 1, page_size: MAX_DIAGRAMS } },
      }),
    ),
  );

/** Lists the groups of diagrams. */
export const diagramGroupsQuery = query(["diagrams", "groups"], ["diagram_group.", "diagram."], ({ signal }) =>
  answered(api.GET("/api/v1/diagram-groups", { signal })),
);

/** A diagram with the tag of its version. */
export type TaggedDiagram = { diagram: Diagram; tag: string };

/** Reads a diagram with its drawing. */
export const diagramQuery = (diagram_id: string) =>
  query(["diagrams", "one", diagram_id], ["diagram."], async ({ signal }): Promise<TaggedDiagram> => {
    const { data, response } = await received(
      api.GET("/api/v1/diagrams/{diagram_id}", { signal, params: { path: { diagram_id } } }),
    );
    return { diagram: data as Diagram, tag: response.headers.get("etag") ?? "" };
  });

/** Returns the drawing of a diagram as it is stored. */
export const xmlOf = ({ data }: Diagram): string => {
  const xml = (data as { xml?: unknown } | null)?.xml;
  return typeof xml === "string" ? xml : "";
};

/** A diagram as it was read: its file, or why it can't be drawn, with the tag of its version. */
export type ReadDiagram = TaggedDiagram & { file?: DrawingFile; failure?: string };
