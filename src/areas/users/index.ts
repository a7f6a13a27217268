/** User accounts and invitations. */
import { accountMailProvider } from "../../core/access/accounts";
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { smtpAccountMail } from "./mail";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { requireOwnAccount } from "./preferences";
export { requireGrantable } from "./rules";
export { updateUserFields } from "./update";

export const usersArea = area({
  name: "users",
  tags: { users: "User accounts, invitations and preferences" },
  operations,
  permissions,
  events,
  extensions: [accountMailProvider.extend("users", smtpAccountMail)],
  sheets,
  undo,
});
