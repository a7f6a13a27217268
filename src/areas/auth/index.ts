/** Login, passwords, single sign-on and impersonation. */
import { area } from "../../core/area";
import { areaFindings } from "../../core/diagnostics/finding";
import { events, permissions, secrets } from "./definitions";
import { examineSignOn } from "./diagnosis";
import { operations } from "./operations";

export { configureRedirects } from "./sso";

export const authArea = area({
  name: "auth",
  tags: { auth: "Login, registration, passwords, single sign-on and impersonation" },
  operations,
  permissions,
  events,
  secrets,
  extensions: [areaFindings.extend("sign-on", examineSignOn)],
});
