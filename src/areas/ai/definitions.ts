/** Permissions of the area. */
import { group, type PermissionGroups } from "../../core/access/permissions";

export const permissions = {
  ai: group("AI", 240, {
    "ai.suggest": ["Ask the AI to suggest field values", "member"],
    "ai.portfolio_insights": ["Ask the AI about the portfolio", "member"],
  }),
} satisfies PermissionGroups;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    ai: typeof import("./definitions");
  }
}
