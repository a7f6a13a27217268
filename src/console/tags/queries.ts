/** Tag groups with their tags. */
import { answered, api, everyPage } from "../server/client";
import { query } from "../server/queries";

const SIZE = 200;

/** All tag groups. */
export const tagGroupsQuery = query(["tags", "groups"], ["tag"], ({ signal }) =>
  everyPage(
    (page) => answered(api.GET("/api/v1/tag-groups", { signal, params: { query: { page, page_size: SIZE } } })),
    SIZE,
  ),
);
