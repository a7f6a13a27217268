/** The three dashboards, as the server answers them. */
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type Landscape = Schemas["Dashboard"];
export type Portfolio = Schemas["PortfolioDashboard"];
export type Administration = Schemas["AdminDashboard"];

/** The landscape in figures. */
export const landscapeQuery = query(["dashboards", "landscape"], ["card.", "kpi.", "metamodel."], ({ signal }) =>
  answered(api.GET("/api/v1/reports/dashboard", { signal })),
);

/** The project portfolio in figures. */
export const portfolioQuery = query(["dashboards", "projects"], ["ppm.", "card."], ({ signal }) =>
  answered(api.GET("/api/v1/reports/ppm/dashboard", { signal })),
);

/** The dashboard of administrators. */
export const administrationQuery = query(
  ["dashboards", "administration"],
  ["card.", "user.", "todo.", "stakeholder.", "metamodel."],
  ({ signal }) => answered(api.GET("/api/v1/reports/admin-dashboard", { signal })),
);
