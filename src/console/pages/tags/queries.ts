/** The query of the number of cards with each tag. */
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type TagGroup = Schemas["TagGroup"];
export type Tag = Schemas["Tag"];

/** Reads how many cards have a tag of each group, and each tag: a map of both by their ids. */
export const tagUsageQuery = query(["tag-usage"], ["tag", "card."], async ({ signal }) => {
  const groups = await answered(api.GET("/api/v1/tag-groups/usage", { signal }));
  return new Map(
    groups.flatMap(({ tag_group_id, card_count, tags }) => [
      [tag_group_id, card_count] as const,
      ...tags.map((tag) => [tag.tag_id, tag.card_count] as const),
    ]),
  );
});
