/** The fields of findings that their list is filtered by. */
import { inList, listOf } from "../../../../db";
import { oneOf, where } from "../../../../db/query";
import type { WhereFields } from "../../../http/where";

/** SQL for the cause of a finding `f`: what would help, or the gap itself. One gap often concerns many cards and rules. */
export const CAUSE = "coalesce(nullif(f.remediation, ''), f.gap_description)";

export const FINDING_FIELDS: WhereFields = {
  values: {
    regulation: "f.regulation",
    regulation_article: "f.regulation_article",
    status: "f.status",
    severity: "f.severity",
    decision: "f.decision",
    category: "f.category",
    scope_type: "f.scope_type",
    engine: "f.engine",
    evidence: "nullif(f.evidence, '')",
    created_at: "f.created_at",
    reviewed_at: "f.reviewed_at",
  },
  ids: {
    card_id: { empty: "f.card_id IS NULL", isOneOf: (ids) => oneOf("f.card_id", ids) },
    risk_id: { empty: "f.risk_id IS NULL", isOneOf: (ids) => oneOf("f.risk_id", ids) },
    reviewed_by: { empty: "f.reviewed_by IS NULL", isOneOf: (ids) => oneOf("f.reviewed_by", ids) },
    cause_of: {
      empty: `${CAUSE} = ''`,
      isOneOf: (ids) =>
        where(`${CAUSE} IN (SELECT ${CAUSE} FROM compliance_findings f WHERE ${inList("f.id")})`, listOf(ids)),
    },
  },
};
