/** Flows, assessments and the applications of elements, over all processes. */
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type ListedFlow = Schemas["FlowOfProcess"];
export type ListedAssessment = Schemas["LatestAssessment"];
export type State = "published" | "draft" | "pending" | "none";

/** An element of a published flow with the application that it runs on. */
export type ListedElement = Schemas["ElementApplications"]["elements"][number] & {
  application_id: string;
  application_name: string;
};

const part = (text: string | undefined): { search?: string } => (text ? { search: text } : {});

/** Returns the processes with the states of their flows. @param text in their names */
export const flowsQuery = (state: State | undefined, text: string | undefined) =>
  query(
    ["processes", "list", "flows", state ?? "", text ?? ""],
    ["process_flow.", "process_element.", "card."],
    ({ signal }) =>
      answered(api.GET("/api/v1/bpm/flows", { signal, params: { query: { ...part(text), ...(state && { state }) } } })),
  );

/** Returns the processes with their latest assessment and the one before. @param text in their names */
export const latestAssessmentsQuery = (text: string | undefined) =>
  query(["processes", "list", "assessments", text ?? ""], ["card."], ({ signal }) =>
    answered(api.GET("/api/v1/bpm/assessments", { signal, params: { query: part(text) } })),
  );

/** Returns the elements that run on an application. @param text in the names of processes */
export const elementApplicationsQuery = (text: string | undefined) =>
  query(
    ["processes", "list", "elements", text ?? ""],
    ["process_flow.", "process_element.", "card."],
    async ({ signal }): Promise<ListedElement[]> => {
      const applications = (await answered(
        api.GET("/api/v1/reports/bpm/element-application-map", { signal, params: { query: part(text) } }),
      )) as Schemas["ElementApplications"][];
      return applications.flatMap(({ elements, application_id, application_name }) =>
        elements.map((one) => ({ ...one, application_id, application_name })),
      );
    },
  );

/** Returns the address of the elements and their applications as a file. */
export const elementsFile = (format: string, text: string | undefined): string =>
  `/api/v1/reports/bpm/element-application-map?${new URLSearchParams({ format, ...(part(text) as Record<string, string>) })}`;
