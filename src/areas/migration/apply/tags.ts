/** Applies groups of tags, tags, and tags of cards. */
import { allValues, inList, listOf } from "../../../../db";
import { Problem } from "../../../http/errors";
import { checked } from "../../../http/validation";
import { createTag, createTagGroup, listTagGroups, NewTag, NewTagGroup, tagCard } from "../../tags";
import { findIdentities } from "../identities";
import { cardsOf, type Pass, skipped } from "./pass";

/** Maps name → group; of several the one that comes first. */
const groupsByName = () =>
  new Map(
    listTagGroups()
      .toReversed()
      .map((group) => [group.name, group]),
  );

export const tagGroupPass: Pass<"tag_group"> = {
  conflict: "skipped",
  begin({ actor, source }) {
    const groups = groupsByName();
    return {
      apply({ payload: { name, mode } }) {
        const known = groups.get(name);
        if (known) return { outcome: "skipped", targetId: known.id };
        const group = { name, mode, description: `Imported from ${source.key}` };
        return { outcome: "created", targetId: createTagGroup(actor, checked(NewTagGroup, group)).id };
      },
    };
  },
};

export const tagPass: Pass<"tag"> = {
  conflict: "skipped",
  begin({ actor }) {
    const groups = groupsByName();
    const known = new Map(
      [...groups.values()].flatMap(({ name, tags }) => tags.map((tag) => [JSON.stringify([name, tag.name]), tag.id])),
    );
    return {
      apply({ payload: { group, name, color } }) {
        const key = JSON.stringify([group, name]);
        const targetId = known.get(key);
        if (targetId !== undefined) return { outcome: "skipped", targetId };
        const groupId = groups.get(group)?.id;
        if (groupId === undefined) throw new Problem(404, `There is no group of tags ${group}`);
        const { id } = createTag(actor, groupId, checked(NewTag, { name, color }));
        known.set(key, id);
        return { outcome: "created", targetId: id };
      },
    };
  },
};

export const cardTagPass: Pass<"card_tag"> = {
  conflict: "skipped",
  begin(application, records) {
    const { actor, migration } = application;
    const cards = cardsOf(application, records);
    const tags = findIdentities(
      migration,
      "tag",
      records.map(({ payload }) => payload.tag),
    );
    const present = new Set(
      allValues<string>(
        `SELECT card_id || ' ' || tag_id AS link FROM card_tags WHERE ${inList("card_id")}`,
        listOf([...cards.values()]),
      ),
    );
    return {
      apply({ payload: { entity, tag } }) {
        const cardId = cards.get(entity);
        const tagId = tags.get(tag);
        if (cardId === undefined || tagId === undefined) return skipped("The card or the tag was not migrated");
        if (present.has(`${cardId} ${tagId}`)) return skipped();
        tagCard(actor, cardId, [tagId]);
        return { outcome: "created" };
      },
    };
  },
};
