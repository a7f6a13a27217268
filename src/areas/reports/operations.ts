/** /reports */
import { allOf } from "../../core/access/operation-permission";
import { get, type Operation } from "../../core/api/operation";
import { jsonText } from "../../http/responses";
import { appPortfolio } from "./app-portfolio";
import { costTreemap } from "./cost-treemap";
import { costs } from "./costs";
import { adminDashboard } from "./dashboards/admin";
import { dashboard } from "./dashboards/dashboard";
import { stakeholderDirectory } from "./dashboards/directory";
import * as dashboards from "./dashboards/model";
import { myWorkspace } from "./dashboards/workspace";
import { dataQuality } from "./data-quality";
import { dependencies } from "./dependencies";
import { domainFlows } from "./domain-flows";
import { endOfLife } from "./eol";
import { capabilityHeatmap } from "./heatmap";
import { impact } from "./impact";
import { landscape } from "./landscape";
import { matrix } from "./matrix";
import * as model from "./model";
import { portfolio } from "./portfolio";
import * as queries from "./queries";
import { roadmap } from "./roadmap";
import { Accept, REPORT_MEDIA, respond } from "./table";

const REPORT = { permission: "reports.ea_dashboard", readsMuch: true } as const;
const PORTFOLIO = { permission: "reports.portfolio", readsMuch: true } as const;
const ADMIN = { permission: "admin.users", readsMuch: true } as const;
const TABLE = { headers: Accept, media: REPORT_MEDIA } as const;
const COSTS = { permission: allOf("reports.ea_dashboard", "costs.view"), readsMuch: true } as const;
/** The refusals of what may ask for a field, or for costs. */
const refusals = [400, 403] as const;

export const operations: readonly Operation[] = [
  get(
    "/reports/dashboard",
    "The landscape in figures: cards by type, quality, approval and phase, and what changed lately",
    { ...REPORT, answer: dashboards.Dashboard },
    ({ actor }) => dashboard(actor),
  ),
  get(
    "/reports/my-workspace",
    "What concerns the caller, counted",
    { permission: "auth", readsMuch: true, answer: dashboards.MyWorkspace },
    ({ actor }) => myWorkspace(actor),
  ),
  get(
    "/reports/admin-dashboard",
    "Where administrators have to look",
    { ...ADMIN, answer: dashboards.AdminDashboard },
    ({ actor }) => jsonText(adminDashboard(actor)),
  ),
  get(
    "/reports/stakeholder-directory",
    "Who has which part in which cards",
    { ...ADMIN, ...TABLE, query: dashboards.DirectoryQuery, answer: dashboards.StakeholderDirectory },
    ({ query, headers }) => respond(stakeholderDirectory(), query, headers),
  ),
  get(
    "/reports/landscape",
    "Cards in the groups that they are related to",
    { ...REPORT, ...TABLE, query: queries.LandscapeQuery, answer: model.Landscape },
    ({ actor, query, headers }) => respond(landscape(actor, query), query, headers),
  ),
  get(
    "/reports/portfolio",
    "Cards by four of their attributes",
    { ...PORTFOLIO, ...TABLE, refusals, query: queries.PortfolioQuery, answer: model.Portfolio },
    ({ actor, query, headers }) => respond(portfolio(actor, query), query, headers),
  ),
  get(
    "/reports/app-portfolio",
    "The cards of a type with all that they can be grouped and filtered by",
    { ...PORTFOLIO, ...TABLE, refusals: [404], query: queries.AppPortfolioQuery, answer: model.AppPortfolio },
    ({ actor, query, headers }) => respond(appPortfolio(actor, query), query, headers),
  ),
  get(
    "/reports/matrix",
    "Which cards of one type are related to which of another",
    { ...REPORT, ...TABLE, query: queries.MatrixQuery, answer: model.Matrix },
    ({ actor, query, headers }) => respond(matrix(actor, query), query, headers),
  ),
  get(
    "/reports/roadmap",
    "Cards with dates",
    { ...REPORT, ...TABLE, query: queries.RoadmapQuery, answer: model.Roadmap },
    ({ actor, query, headers }) => respond(roadmap(actor, query), query, headers),
  ),
  get(
    "/reports/cost",
    "Cards by the sum of their costs",
    { ...COSTS, ...TABLE, query: queries.CostQuery, answer: model.Costs },
    ({ actor, query, headers }) => respond(costs(actor, query), query, headers),
  ),
  get(
    "/reports/cost-treemap",
    "Cards by one cost, or by costs of what they are related to",
    { ...COSTS, ...TABLE, refusals: [400], query: queries.TreemapQuery, answer: model.CostTreemap },
    ({ actor, query, headers }) => respond(costTreemap(actor, query), query, headers),
  ),
  get(
    "/reports/capability-heatmap",
    "Business capabilities with the applications that support them",
    { ...REPORT, ...TABLE, refusals, query: queries.HeatmapQuery, answer: model.CapabilityHeatmap },
    ({ actor, query, headers }) => respond(capabilityHeatmap(actor, query), query, headers),
  ),
  get(
    "/reports/dependencies",
    "The neighbourhood of a card, or all cards with their relations",
    { ...REPORT, ...TABLE, refusals: [404], query: queries.DependencyQuery, answer: model.Dependencies },
    ({ actor, query, headers }) => respond(dependencies(actor, query), query, headers),
  ),
  get(
    "/reports/domain-flows",
    "The domains of the landscape, and the data that flows between them",
    { own: true, ...REPORT, ...TABLE, query: queries.DomainFlowsQuery, answer: model.DomainFlows },
    ({ actor, query, headers }) => respond(domainFlows(actor, query), query, headers),
  ),
  get(
    "/reports/impact",
    "What is affected when a card fails, is retired or changes",
    { own: true, ...REPORT, ...TABLE, refusals: [404], query: queries.ImpactQuery, answer: model.Impact },
    ({ actor, query, headers }) => respond(impact(actor, query), query, headers),
  ),
  get(
    "/reports/data-quality",
    "How complete the landscape is",
    { ...REPORT, ...TABLE, query: queries.QualityQuery, answer: model.DataQuality },
    ({ actor, query, headers }) => respond(dataQuality(actor, query), query, headers),
  ),
  get(
    "/reports/eol",
    "What is out of support, or will be",
    { ...REPORT, ...TABLE, query: queries.EndOfLifeQuery, answer: model.EndOfLife },
    ({ actor, query, headers }) => respond(endOfLife(actor, query), query, headers),
  ),
];
