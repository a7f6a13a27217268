/** Who has which role in a card. */
import { area } from "../../core/area";
import { cardPermissions, events, notifications, permissions } from "./definitions";
import { cardNotices } from "./notices";
import { operations } from "./operations";

export { removePartsOf } from "./parts";
export { addStakeholder } from "./service";

export const stakeholdersArea = area({
  name: "stakeholders",
  operations,
  permissions,
  cardPermissions,
  events,
  notifications,
  listeners: [cardNotices],
});
