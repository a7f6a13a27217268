/** Processes with their flows, elements and assessments, as several pages read them. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Flow = Schemas["ProcessFlow"];
export type FlowHead = Schemas["FlowHead"];
export type Assessment = Schemas["ProcessAssessment"];

/** The card types that elements link to, by the fields of their links. */
export const LINKS = {
  application_id: "Application",
  data_object_id: "DataObject",
  it_component_id: "ITComponent",
} as const;
export type LinkField = keyof typeof LINKS;
export const LINK_FIELDS = Object.keys(LINKS) as LinkField[];

/** An element of a flow with the cards that it is linked to. */
export type FlowElement = Schemas["DraftElement"] & {
  /** Its id in the published flow; undefined in any other version. */
  id?: string;
};

const FLOW_EVENTS = ["process_flow.", "stakeholder."];

/** Reads the versions of the flow of a process, and what the account may do with each. */
export const flowQuery = (process_id: string) =>
  query(["processes", process_id, "flow"], FLOW_EVENTS, ({ signal }) =>
    answered(api.GET("/api/v1/bpm/processes/{process_id}/flow", { signal, params: { path: { process_id } } })),
  );

/** Reads a version of a flow with its BPMN. */
export const versionQuery = (process_id: string, version_id: string) =>
  query(["processes", process_id, "version", version_id], ["process_flow."], ({ signal }) =>
    answered(
      api.GET("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}", {
        signal,
        params: { path: { process_id, version_id } },
      }),
    ),
  );

/** Reads the elements of a version: those of the published one are linked as the process is now. */
export const elementsQuery = (process_id: string, { id: version_id, status }: Pick<FlowHead, "id" | "status">) =>
  query(
    ["processes", process_id, "elements", status === "published" ? "published" : version_id],
    ["process_flow.", "process_element.", "process_diagram."],
    ({ signal }): Promise<readonly FlowElement[]> =>
      status === "published"
        ? answered(api.GET("/api/v1/bpm/processes/{process_id}/elements", { signal, params: { path: { process_id } } }))
        : answered(
            api.GET("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/draft-elements", {
              signal,
              params: { path: { process_id, version_id } },
            }),
          ),
  );

/** Reads what a version changes in another one. */
export const differencesQuery = (process_id: string, version_id: string, other_version_id: string) =>
  query(["processes", process_id, "differences", version_id, other_version_id], ["process_flow."], ({ signal }) =>
    answered(
      api.GET("/api/v1/bpm/processes/{process_id}/flow/versions/{version_id}/diff/{other_version_id}", {
        signal,
        params: { path: { process_id, version_id, other_version_id } },
      }),
    ),
  );

/** Reads the assessments of a process, the latest first. */
export const assessmentsQuery = (process_id: string) =>
  query(["processes", process_id, "assessments"], [], ({ signal }) =>
    answered(api.GET("/api/v1/bpm/processes/{process_id}/assessments", { signal, params: { path: { process_id } } })),
  );

/** Reads the starters for new flows. */
export const templatesQuery = query(["processes", "templates"], [], ({ signal }) =>
  answered(api.GET("/api/v1/bpm/templates", { signal })),
);
