/** The tables that the machinery itself writes; areas change their rows through its functions. */
import type { TableName } from "../../db";

export const coreTables = [
  "access_tokens",
  "app_settings",
  "audit_positions",
  "device_failures",
  "events",
  "former_rows",
  "idempotency_keys",
  "runs",
  "mail_outbox",
  "mutation_batches",
  "notifications",
  "recovery_codes",
  "oauth_clients",
  "revoked_tokens",
  "roles",
  "scenario_changes",
  "scenario_members",
  "scenarios",
  "second_factors",
  "sessions",
  "sign_ins",
  "sso_invitations",
  "stakeholder_role_definitions",
  "users",
] as const satisfies readonly TableName[];
