/** The lists, as the server answers them. */
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type Regulation = Schemas["ComplianceRegulation"];
export type ResourceType = Schemas["ResourceType"];
export type Principle = Schemas["Principle"];

/** Reads the regulations, those that are off included. */
export const regulationsQuery = query(["lists", "regulations"], ["metamodel.regulation."], ({ signal }) =>
  answered(api.GET("/api/v1/metamodel/compliance-regulations", { signal })),
);

/** Reads the kinds of links and the categories of files, those that are off included. */
export const resourceTypesQuery = query(["lists", "resource-types"], ["metamodel.resource_type."], ({ signal }) =>
  answered(api.GET("/api/v1/metamodel/resource-types", { signal })),
);

/** Reads the principles, those that don't hold included. */
export const principlesQuery = query(["lists", "principles"], ["metamodel.principle."], ({ signal }) =>
  answered(api.GET("/api/v1/metamodel/principles", { signal })),
);
