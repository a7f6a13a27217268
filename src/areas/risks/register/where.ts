/** The fields of risks that the register is filtered by. */
import { inList, listOf } from "../../../../db";
import { oneOf, where } from "../../../../db/query";
import type { WhereFields } from "../../../http/where";

export const RISK_FIELDS: WhereFields = {
  values: {
    title: "r.title",
    status: "r.status",
    category: "r.category",
    source_type: "r.source_type",
    source_ref: "r.source_ref",
    initial_probability: "r.initial_probability",
    initial_impact: "r.initial_impact",
    initial_level: "r.initial_level",
    residual_probability: "r.residual_probability",
    residual_impact: "r.residual_impact",
    residual_level: "r.residual_level",
    level: "coalesce(r.residual_level, r.initial_level)",
    target_resolution_date: "r.target_resolution_date",
    created_at: "r.created_at",
    updated_at: "r.updated_at",
  },
  ids: {
    owner_id: { empty: "r.owner_id IS NULL", isOneOf: (ids) => oneOf("r.owner_id", ids) },
    card_id: {
      empty: "NOT EXISTS (SELECT 1 FROM risk_cards WHERE risk_id = r.id)",
      isOneOf: (ids) => where(`r.id IN (SELECT risk_id FROM risk_cards WHERE ${inList("card_id")})`, listOf(ids)),
    },
    task_id: {
      empty: "NOT EXISTS (SELECT 1 FROM risk_mitigation_tasks WHERE risk_id = r.id)",
      isOneOf: (ids) => where(`r.id IN (SELECT risk_id FROM risk_mitigation_tasks WHERE ${inList("id")})`, listOf(ids)),
    },
  },
};
