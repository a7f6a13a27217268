/** Tag groups, tags, and tags on cards. */
import { area } from "../../core/area";
import { linksImported } from "../cards";
import { deletionImpact } from "../metamodel";
import { events, permissions } from "./definitions";
import { countGroupsOf } from "./groups";
import { importTags } from "./imported-links";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { tagCard } from "./assignment";
export { createTagGroup, listTagGroups } from "./groups";
export { NewTag, NewTagGroup } from "./model";
export { createTag } from "./tags";

export const tagsArea = area({
  name: "tags",
  landscape: true,
  tags: { tags: "Tag groups, their tags, and the tags of cards" },
  tables: ["tags", "tag_groups", "card_tags"],
  operations,
  permissions,
  events,
  undo,
  extensions: [deletionImpact.extend("tag_groups", countGroupsOf), linksImported.extend("tags", importTags)],
  sheets,
});
