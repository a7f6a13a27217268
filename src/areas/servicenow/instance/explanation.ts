/** Explains to an administrator why an instance can't be used, without secrets and without what it answered. */
import type { Failure } from "../../../platform/outbound";
import type { ConnectionRow } from "../connections";
import type { InstanceFailure } from "./failure";

const FAILURES: Record<Failure, string> = {
  url: "its address can't be called",
  name: "its name is unknown; look at the instance URL, and at the name server of this machine",
  address: "it lies at an address that must not be called, unless ALLOW_PRIVATE_ADDRESSES is set",
  unreachable: "nothing answers at its address",
  certificate:
    "its certificate isn't trusted: it has expired, is for another name, or comes from an authority that EXTRA_CA_FILE doesn't name",
  timeout: "it took too long to answer (time-out)",
  size: "its answer is too large for what was asked; the instance URL may lead elsewhere",
  redirects: "it redirects; the instance URL must be the address of the instance itself",
  answer: "its answer can't be read; the instance URL may lead elsewhere",
};

const SECRETS = {
  basic: "it refuses the user name or the password",
  oauth2: "it refuses the client id or the client secret",
} as const;

function statusReason({ auth_type }: ConnectionRow, status: number): string {
  if (status === 401) return SECRETS[auth_type];
  if (status === 403) return "its user may not read the table sys_db_object";
  if (status === 404) return "there is no Table API at its address; look at the instance URL";
  if (status === 429) return "it is busy, and refuses more requests for now";
  if (status >= 300 && status < 400) return FAILURES.redirects;
  return `it answers with the status ${status}`;
}

/** Returns the reason of a failure as a clause about the instance of a connection. */
export function explanation(connection: ConnectionRow, reason: InstanceFailure): string {
  if (reason === "token") return SECRETS.oauth2;
  if (reason === "answer") return FAILURES.answer;
  return "status" in reason ? statusReason(connection, reason.status) : FAILURES[reason.failure];
}
