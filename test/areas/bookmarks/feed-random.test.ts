/**
 * Random views over random cards, with random filters in addition, have the cards that a plain comparison of each card
 * finds.
 */
import { beforeAll, expect, test } from "bun:test";
import { cardType, field, storedCards, tagCard, tagGroup } from "../../support/factories";
import { type Random, randomFrom } from "../../support/openapi";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const analyst = clientAs(server, "member");

const EMPTY = "__empty__";
const SIZES = ["small", "large", "O'size"];
const SUBTYPES = ["simple", "double"];
const STATUSES = ["DRAFT", "APPROVED", "BROKEN", "REJECTED"];
const NAMES = ["Anvil", "Bellows", "anvil and more", "It's", "Zebra"];

type Item = {
  name: string;
  subtype: string | null;
  approval_status: string;
  data_quality: number;
  attributes: { size?: string; weight?: number };
  lifecycle: { active?: string; endOfLife?: string };
  tags: string[];
  archived: boolean;
};

let items: Item[] = [];
let tags: string[] = [];
let group = "";

const maybe = <T>(random: Random, value: T) => (random.whole(2) === 0 ? value : undefined);
/** Returns some of the values, at least one. */
const some = <T>(random: Random, values: readonly T[]): T[] => {
  const chosen = values.filter(() => random.whole(3) === 0);
  return chosen.length > 0 ? chosen : [random.pick(values)];
};
/** Returns an object without what is undefined. */
const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const itemOf = (random: Random, at: number): Item => ({
  name: `${random.pick(NAMES)} ${String(at).padStart(3, "0")}`,
  subtype: maybe(random, random.pick(SUBTYPES)) ?? null,
  approval_status: random.pick(STATUSES),
  data_quality: random.whole(11) * 10,
  attributes: given({ size: maybe(random, random.pick(SIZES)), weight: maybe(random, random.whole(10)) }),
  lifecycle: given({
    active: maybe(random, "2020-01-01"),
    endOfLife: maybe(random, random.pick(["2021-01-01", "2999-01-01"])),
  }),
  tags: maybe(random, some(random, tags)) ?? [],
  archived: random.whole(8) === 0,
});

beforeAll(() => {
  const options = SIZES.map((key) => ({ key, label: key }));
  cardType("Thing", [field("size", "single_select", { options }), field("weight", "number")]);
  ({ id: group, tags } = tagGroup("Colours", ["red", "green", "blue"]));
  const random = randomFrom(11);
  items = Array.from({ length: 120 }, (_, at) => itemOf(random, at));
  const ids = storedCards(
    items.map(({ attributes, lifecycle, tags: _, archived, ...card }) => ({
      type: "Thing",
      ...card,
      status: archived ? "ARCHIVED" : "ACTIVE",
      attributes: JSON.stringify(attributes),
      lifecycle: JSON.stringify(lifecycle),
    })),
  );
  for (const [at, { tags: own }] of items.entries()) for (const tag of own) tagCard(ids[at] as string, tag);
});

/** Returns the phase that an item is in. */
function phaseOf({ lifecycle: { active, endOfLife } }: Item): string | undefined {
  if (endOfLife === "2021-01-01") return "endOfLife";
  return active === undefined ? undefined : "active";
}

/** Checks whether a list names a value, or its absence. */
const names = (list: readonly string[] | undefined, value: string | null | undefined) =>
  list === undefined || list.includes(value ?? EMPTY);

type View = {
  showArchived?: boolean;
  search?: string;
  subtypes?: string[];
  approvalStatuses?: string[];
  lifecyclePhases?: string[];
  dataQualityMin?: number;
  attributes?: { size?: string[] };
  tagIds?: string[];
};

const viewOf = (random: Random): View =>
  given({
    types: ["Thing"],
    showArchived: random.whole(4) === 0,
    search: maybe(random, random.pick(["anvil", "an", "'s", "00", "Zeb"])),
    subtypes: maybe(random, some(random, [...SUBTYPES, EMPTY])),
    approvalStatuses: maybe(random, some(random, STATUSES)),
    lifecyclePhases: maybe(random, some(random, ["active", "endOfLife", "plan", EMPTY])),
    dataQualityMin: maybe(random, random.whole(5) * 10),
    attributes: maybe(random, { size: some(random, [...SIZES, EMPTY]) }),
    tagIds: maybe(random, some(random, [...tags, `${EMPTY}:${group}`])),
  });

const shows = (view: View, item: Item): boolean =>
  item.archived === (view.showArchived === true) &&
  item.name.toLowerCase().includes((view.search ?? "").toLowerCase()) &&
  names(view.subtypes, item.subtype) &&
  names(view.approvalStatuses, item.approval_status) &&
  names(view.lifecyclePhases, phaseOf(item)) &&
  item.data_quality >= (view.dataQualityMin ?? 0) &&
  names(view.attributes?.size, item.attributes.size) &&
  (view.tagIds === undefined ||
    view.tagIds.some((id) => (id === `${EMPTY}:${group}` ? item.tags.length === 0 : item.tags.includes(id))));

type QueryFilter = { text: string; holds: (item: Item) => boolean };

const compare: Record<string, (one: number, other: number) => boolean> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

function askedOf(random: Random): QueryFilter {
  const operator = random.pick(Object.keys(compare));
  const number = random.whole(10);
  const [size, part] = [random.pick(SIZES), random.pick(["an", "'s", "Z", " and "])];
  return random.pick<QueryFilter>([
    {
      text: `data_quality ${operator} ${number * 10}`,
      holds: (item) => compare[operator]?.(item.data_quality, number * 10) === true,
    },
    {
      text: `attributes/weight ${operator} ${number}`,
      holds: ({ attributes: { weight } }) =>
        weight === undefined ? operator === "ne" : compare[operator]?.(weight, number) === true,
    },
    { text: `attributes/size eq ${quoted(size)}`, holds: (item) => item.attributes.size === size },
    { text: "attributes/size eq null", holds: (item) => item.attributes.size === undefined },
    { text: `subtype ne 'simple'`, holds: (item) => item.subtype !== "simple" },
    { text: `contains(name,${quoted(part)})`, holds: (item) => item.name.includes(part) },
    { text: `startswith(name,${quoted(part)})`, holds: (item) => item.name.startsWith(part) },
    { text: `endswith(name,'${number}')`, holds: (item) => item.name.endsWith(String(number)) },
    { text: `data_quality in (${number * 10},50)`, holds: (item) => [number * 10, 50].includes(item.data_quality) },
  ]);
}

/** Returns a filter of some comparisons, which are joined at random. */
function combined(random: Random): QueryFilter {
  const [one, other] = [askedOf(random), askedOf(random)];
  return random.pick<QueryFilter>([
    one,
    { text: `not (${one.text})`, holds: (item) => !one.holds(item) },
    { text: `(${one.text} or ${other.text})`, holds: (item) => one.holds(item) || other.holds(item) },
    { text: `not (${one.text} and not (${other.text}))`, holds: (item) => !one.holds(item) || other.holds(item) },
  ]);
}

test.each(Array.from({ length: 60 }, (_, seed) => [seed]))(
  "the feed of the random view %i has the cards of a naive evaluation",
  async (seed) => {
    const random = randomFrom(1_000 + seed);
    const view = viewOf(random);
    const { id } = (await analyst.post("/bookmarks", { name: "Random", filters: view, odata_enabled: true })).body;
    const asked = Array.from({ length: random.whole(3) }, () => combined(random));
    const $filter = asked.map(({ text }) => text).join(" and ");
    const query = new URLSearchParams({ page_size: "200", $orderby: "name desc", ...($filter && { $filter }) });
    const { body } = await analyst.get(`/bookmarks/${id}/odata?${query}`);
    const expected = items.filter((item) => shows(view, item) && asked.every(({ holds }) => holds(item)));
    expect({ view, $filter, found: body.value.map(({ name }: { name: string }) => name) }).toEqual({
      view,
      $filter,
      found: expected.map(({ name }) => name).toSorted((one, other) => (one < other ? 1 : -1)),
    });
    expect(body["@odata.count"]).toBe(expected.length);
  },
);

test("most random views have some cards, but not all", () => {
  const found = Array.from({ length: 60 }, (_, seed) => {
    const view = viewOf(randomFrom(1_000 + seed));
    return items.filter((item) => shows(view, item)).length;
  });
  expect(found.filter((count) => count > 0 && count < items.length).length).toBeGreaterThan(30);
});
