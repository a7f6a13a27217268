/** Fields of cards that people edit: how each is read off a card, and what changes it. */
import { t } from "@lingui/core/macro";
import type { Field } from "../metamodel/fields";
import { labelOf } from "../metamodel/queries";
import type { ShownChange } from "../server/changes";
import { api, type Schemas } from "../server/client";

type Changes = Partial<Schemas["CardChanges"]>;

/** A card as far as editing goes; its version is its `updated_at`. */
export type EditedCard = {
  id: string;
  name: string;
  updated_at: string;
  description?: string | null;
  attributes?: Readonly<Record<string, unknown>> | null;
  lifecycle?: Readonly<Record<string, unknown>> | null;
};

/** A field of one card that is edited. */
export type EditedField = {
  card: { id: string; name: string };
  /** Its name in events, such as `attributes.size`. */
  path: string;
  /** Its label and the kind of its values. */
  field: Field;
  /** True for a field that can't be empty. */
  isRequired?: true;
  /** The sentence about its change, once that is saved. */
  sentence: string;
  read: (card: EditedCard) => unknown;
  /** Returns what changes the field of a card that is as given. */
  changes: (value: unknown, card: EditedCard) => Changes;
  /** Returns a card with another value of the field. */
  with: <C extends EditedCard>(card: C, value: unknown) => C;
};

/** Returns the key of a field among those of all cards. */
export const keyOf = ({ card, path }: EditedField): string => `${card.id} ${path}`;

const plain = (value: unknown): string => JSON.stringify(value === "" || value === undefined ? null : value);

/** Checks whether two values of a field are the same; nothing and an empty text are. */
export const isSame = (one: unknown, other: unknown): boolean => plain(one) === plain(other);

type NamedCard = { id: string; name: string };

/** Returns an attribute of a card. */
export const attributeOf = (card: NamedCard, field: Field): EditedField => ({
  card,
  path: `attributes.${field.key}`,
  field,
  sentence: t`${labelOf(field)} of ${card.name} changed`,
  read: ({ attributes }) => attributes?.[field.key],
  changes: (value) => ({ merge_attributes: { [field.key]: value } }),
  with: (before, value) => ({ ...before, attributes: { ...before.attributes, [field.key]: value } }),
});

/** Returns a life with another day of a phase. @param day nothing takes the phase out of it */
function lifeWith(life: EditedCard["lifecycle"], phase: string, day: unknown): Record<string, unknown> {
  const { [phase]: _, ...others } = life ?? {};
  return day === undefined || day === null ? others : { ...others, [phase]: day };
}

/** Returns the day on which a phase of a card begins. */
export const phaseOf = (card: NamedCard, phase: { key: string; label: string }): EditedField => ({
  card,
  path: `lifecycle.${phase.key}`,
  field: { ...phase, type: "date" },
  sentence: t`${phase.label} of ${card.name} changed`,
  read: ({ lifecycle }) => lifecycle?.[phase.key],
  changes: (day, { lifecycle }) => ({ lifecycle: lifeWith(lifecycle, phase.key, day) }) as Changes,
  with: (before, day) => ({ ...before, lifecycle: lifeWith(before.lifecycle, phase.key, day) }),
});

/** Returns the name of a card. */
export const nameOf = (card: NamedCard): EditedField => ({
  card,
  path: "name",
  field: { key: "name", label: t`Name`, type: "text" },
  isRequired: true,
  sentence: t`The name of ${card.name} changed`,
  read: ({ name }) => name,
  changes: (name) => ({ name: name as string }),
  with: (before, name) => ({ ...before, name: name as string }),
});

/** Returns the description of a card. */
export const descriptionOf = (card: NamedCard): EditedField => ({
  card,
  path: "description",
  field: { key: "description", label: t`Description`, type: "text" },
  sentence: t`The description of ${card.name} changed`,
  read: ({ description }) => description,
  changes: (text) => ({ description: text as string | null }),
  with: (before, text) => ({ ...before, description: text as string | null }),
});

/** Returns any other field of a card by its name, such as its alias. */
export const plainFieldOf = (card: NamedCard, field: { key: string; label: string }): EditedField => ({
  card,
  path: field.key,
  field: { ...field, type: "text" },
  sentence: t`${field.label} of ${card.name} changed`,
  read: (before) => (before as Record<string, unknown>)[field.key],
  changes: (value) => ({ [field.key]: value }),
  with: (before, value) => ({ ...before, [field.key]: value }),
});

/** Returns a change of a card as it is shown in every list and by itself, until the server has answered. */
export const shownCard = (id: string, update: <C extends EditedCard>(card: C) => C): ShownChange[] => [
  {
    queryKey: ["cards", "list"],
    update: (list: Schemas["CardList"]) => ({
      ...list,
      items: list.items.map((card) => (card.id === id ? update(card) : card)),
    }),
  },
  { queryKey: ["cards", "one", id], update },
];

/** Sends a change of a field, for the version of the card that it is meant for. */
export const sendField = (edited: EditedField, value: unknown, card: EditedCard) =>
  api.PATCH("/api/v1/cards/{card_id}", {
    params: { path: { card_id: card.id }, header: { "if-match": `"${card.updated_at}"` } },
    body: edited.changes(value, card) as Schemas["CardChanges"],
  });
