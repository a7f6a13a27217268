/** User accounts and invitations. */
import { area } from "../../core/area";
import { accountMails } from "./account-mail";
import { events, permissions } from "./definitions";
import { operations } from "./operations";

export const usersArea = area({ name: "users", operations, permissions, events, extensions: [accountMails] });
