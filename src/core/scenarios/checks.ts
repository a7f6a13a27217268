/** The rules for the tables of scenarios that `stoa check` checks. */
import type { Check } from "../../../db/check";

export const checksOfScenarios: readonly Check[] = [
  {
    check: "scenarios",
    problem: "a scenario is merged without its time, or has one and isn't merged",
    sql: "SELECT id FROM scenarios WHERE (state = 'merged') <> (merged_at IS NOT NULL)",
  },
  {
    check: "scenarios",
    problem: "a member of a scenario is neither a user nor a role, or both",
    sql: "SELECT scenario_id AS id FROM scenario_members WHERE (user_id IS NULL) = (role IS NULL)",
  },
];
