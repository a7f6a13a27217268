/** Login, passwords, single sign-on and impersonation. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { operations } from "./operations";

export { configureRedirects } from "./sso";

export const authArea = area({
  name: "auth",
  tags: { auth: "Login, registration, passwords, single sign-on and impersonation" },
  operations,
  permissions,
  events,
});
