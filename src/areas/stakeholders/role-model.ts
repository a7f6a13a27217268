/** Schemas of stakeholder roles. */
import { z } from "zod";
import { cardCatalogue } from "../../core/access/permissions";
import { SliceQuery } from "../../http/pagination";
import { changesOf, Id, Instant, namedObject, orNull, Text } from "../../http/schemas";
import { Color, DEFAULT_COLOR, Description, Label, PermissionMap, SortOrder } from "../roles";

const Key = Text(50, 3).regex(
  /^[a-z][a-zA-Z0-9_]+[a-zA-Z0-9]$/,
  "must be letters, digits and underscores, beginning with a lower-case letter and not ending with an underscore",
);

const CardPermissions = PermissionMap(() => Object.keys(cardCatalogue())).meta({ examples: [{ "card.edit": true }] });

/** Property → locale → text. */
const Translations = z
  .record(Text(50, 1), z.record(Text(20, 1), Text(2_000)))
  .refine(
    (properties) =>
      Object.keys(properties).length <= 20 &&
      Object.values(properties).every((locales) => Object.keys(locales).length <= 50),
    "must not hold more than 20 properties in 50 locales",
  );

export const StakeholderRole = namedObject("StakeholderRole", {
  id: Id,
  card_type_key: z.string(),
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  color: z.string(),
  permissions: z.record(z.string(), z.boolean()),
  is_archived: z.boolean(),
  sort_order: z.int(),
  created_at: Instant,
  updated_at: Instant,
  archived_at: Instant.nullable(),
  archived_by: Id.nullable(),
  translations: z.record(z.string(), z.record(z.string(), z.string())),
});
export type StakeholderRole = z.infer<typeof StakeholderRole>;

export const CountedStakeholderRole = StakeholderRole.extend({
  stakeholder_count: z.int().meta({ description: "Assignments with this key, to cards of any type" }),
}).meta({ id: "CountedStakeholderRole" });
export type CountedStakeholderRole = z.infer<typeof CountedStakeholderRole>;

export const ArchivedStakeholderRole = StakeholderRole.extend({
  affected_stakeholders_count: z.int().meta({ description: "Assignments with this key, to cards of any type" }),
}).meta({ id: "ArchivedStakeholderRole" });
export type ArchivedStakeholderRole = z.infer<typeof ArchivedStakeholderRole>;

export const StakeholderRoleOption = namedObject("StakeholderRoleOption", {
  key: z.string(),
  label: z.string(),
  translations: z.record(z.string(), z.unknown()),
});
export type StakeholderRoleOption = z.infer<typeof StakeholderRoleOption>;

export const CardPermissionsSchema = z
  .record(z.string(), z.string())
  .meta({ id: "CardPermissionsSchema", description: "Key → what it allows on a card" });

export const OptionQuery = z.object({
  type_key: orNull(Text(100)).meta({ description: "Only the roles of this card type" }),
  ...SliceQuery,
});

export const NewStakeholderRole = z.object({
  key: Key,
  label: Label,
  description: Description,
  color: Color.default(DEFAULT_COLOR),
  permissions: CardPermissions.default({}),
  translations: Translations.default({}),
});
export type NewStakeholderRole = z.infer<typeof NewStakeholderRole>;

export const StakeholderRoleChanges = changesOf(NewStakeholderRole.omit({ key: true })).extend({
  sort_order: SortOrder.optional(),
});
export type StakeholderRoleChanges = z.infer<typeof StakeholderRoleChanges>;
