/** The facts about this server at `/`, for programs; browsers get the console. */
import { hasUsers } from "../core/access/accounts";
import { VERSION } from "../version";

const NAME = "Stoa";
const DESCRIPTION = "/api/openapi.json";
const DOCS = "/api/docs";
const REGISTRATION = "/api/v1/auth/register";
const LOGIN = "/api/v1/auth/login";

/** The facts about this server. */
type Facts = {
  name: string;
  version: string;
  description: string;
  /** Only in development. */
  docs: string | null;
  has_accounts: boolean;
  /** The page on which the first account is made, which becomes the administrator, or on which one logs in. */
  next: string;
};

function facts(development: boolean): Facts {
  const has_accounts = hasUsers();
  return {
    name: NAME,
    version: VERSION,
    description: DESCRIPTION,
    docs: development ? DOCS : null,
    has_accounts,
    next: `POST ${has_accounts ? LOGIN : REGISTRATION}`,
  };
}

/** Returns the facts about this server as JSON. @param development whether there is a browser of the API */
export const frontPage = (development: boolean): Response =>
  Response.json(facts(development), { headers: { vary: "Accept" } });
