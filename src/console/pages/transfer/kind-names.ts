/** The names of what a workbook holds. */
import { t } from "@lingui/core/macro";
import { type CardType, labelOf } from "../../metamodel/queries";
import type { StagedKind } from "../../transfer/queries";

/** Returns the names of the kinds of records that aren't cards. */
const names = (): Readonly<Record<string, string>> => ({
  metamodel_type: t`Types`,
  metamodel_field: t`Fields`,
  metamodel_relation_type: t`Types of relations`,
  user: t`People`,
  card: t`Cards of unknown types`,
  relation: t`Relations`,
  tag: t`Tags`,
  tag_group: t`Groups of tags`,
  card_tag: t`Tags on cards`,
  subscription: t`Stakeholders`,
  document: t`Links`,
  comment: t`Comments`,
});

/** Returns the name of a kind. @param type of its cards */
export const nameOf = ({ entity_kind, card_type_key }: StagedKind, type: CardType | undefined): string =>
  type ? labelOf(type) : (card_type_key ?? names()[entity_kind] ?? entity_kind);

/** Returns the key of a kind in the address: `card:Application`, `relation`. */
export const keyOf = ({ entity_kind, card_type_key }: Pick<StagedKind, "entity_kind" | "card_type_key">): string =>
  card_type_key === null ? entity_kind : `${entity_kind}:${card_type_key}`;
