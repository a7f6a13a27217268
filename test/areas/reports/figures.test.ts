/** The figures of reports against a naive recomputation over random landscapes. */
import { beforeAll, describe, expect, test } from "bun:test";
import { tagCard, tagGroup } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { activeOf, areLinked, type Card, emptyLandscape, type Landscape, randomLandscape } from "./landscape";

const server = testServer();
const admin = clientAs(server, "admin");
const report = async (path: string) => (await admin.get(`/reports/${path}`)).body;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const costOf = ({ attributes }: Card) => sum([attributes["price"], attributes["fee"]].map((cost) => Number(cost ?? 0)));
const ids = (cards: { id: string }[]) => cards.map(({ id }) => id).sort();
const counted = (values: string[]) =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));

const latest = ["endOfLife", "phaseOut", "active", "phaseIn", "plan"];
/** Returns the phase at a day; undefined before the first. */
const reached = ({ lifecycle }: Card, day: string) => latest.find((phase) => (lifecycle[phase] ?? "9") <= day);
/** Checks whether a card exists at a day. */
const livesAt = (card: Card, day: string) => {
  const phase = reached(card, day);
  return phase === undefined ? Object.keys(card.lifecycle).length === 0 : phase !== "endOfLife";
};
const today = () => new Date().toISOString().slice(0, 10);

describe.each([1, 2, 3])("the reports of the random landscape %i", (seed) => {
  let all: Landscape;
  beforeAll(() => {
    emptyLandscape();
    all = randomLandscape(seed);
  });

  test("count active cards in the dashboard", async () => {
    const cards = activeOf(all);
    const body = await report("dashboard");
    expect(body.total_cards).toBe(cards.length);
    expect(body.by_type).toEqual(counted(cards.map(({ type }) => type)));
    expect(body.approval_statuses).toEqual(counted(cards.map((card) => card.approval_status)));
    expect(body.avg_data_quality).toBeCloseTo(sum(cards.map((card) => card.data_quality)) / cards.length, 0);
    const between = (from: number, to: number) =>
      cards.filter(({ data_quality }) => data_quality >= from && data_quality < to).length;
    expect(body.data_quality_distribution).toEqual({
      "0-25": between(0, 25),
      "25-50": between(25, 50),
      "50-75": between(50, 75),
      "75-100": between(75, 101),
    });
    const phaseOf = (card: Card) =>
      reached(card, today()) ?? latest.toReversed().find((phase) => card.lifecycle[phase]) ?? "none";
    const none = Object.fromEntries([...latest, "none"].map((phase) => [phase, 0]));
    expect(body.lifecycle_distribution).toEqual({ ...none, ...counted(cards.map(phaseOf)) });
  });

  /** Returns the active cards of a type that are there at a day, or all without one. */
  const thereAt = (type: string | undefined, day: string | undefined) =>
    activeOf(all, type).filter((card) => day === undefined || livesAt(card, day));

  test.each([undefined, "2026-06-01"])("have the sums of all cost fields as costs, of the day %s", async (day) => {
    const expected = thereAt("Tool", day).filter((card) => costOf(card) !== 0);
    const { items, total } = await report(`cost?type=Tool${day ? `&at=${day}` : ""}`);
    expect(total).toBe(sum(expected.map(costOf)));
    expect(items.map((item: { cost: number }) => item.cost)).toEqual(expected.map(costOf).sort((a, b) => b - a));
    expect(ids(items)).toEqual(ids(expected));
  });

  test.each([undefined, "2026-06-01"])(
    "add the costs of related cards once in a treemap, of the day %s",
    async (day) => {
      const parts = thereAt("Part", day);
      const path = "cost-treemap?type=Tool&aggregate=Part:price&group_by=Organization";
      const { items, groups } = await report(`${path}${day ? `&at=${day}` : ""}`);
      const costs = thereAt("Tool", day).map((tool) => ({
        id: tool.id,
        cost: sum(
          parts.filter((part) => areLinked(all, tool.id, part.id)).map((part) => Number(part.attributes["price"])),
        ),
      }));
      const byId = new Map(costs.filter(({ cost }) => cost !== 0).map(({ id, cost }) => [id, cost]));
      expect(new Map(items.map((item: Card & { cost: number }) => [item.id, item.cost]))).toEqual(byId);
      expect(sum(groups.map((group: { cost: number }) => group.cost))).toBe(sum([...byId.values()]));
    },
  );

  test("sum up costs by the first tag of a group in a treemap, each card once", async () => {
    const tools = activeOf(all, "Tool").filter((tool) => Number(tool.attributes["price"] ?? 0) !== 0);
    const group = tagGroup(`Region ${seed}`, ["West", "East"]);
    tools.forEach(({ id }, at) => {
      if (at % 3 !== 0) tagCard(id, group.tags[0]);
      if (at % 3 === 2) tagCard(id, group.tags[1]);
    });
    const { groups } = await report(`cost-treemap?type=Tool&cost_field=price&group_by=tag.${group.id}`);
    const name = (at: number) => (at % 3 === 0 ? "Ungrouped" : at % 3 === 1 ? "West" : "East");
    const expected = Map.groupBy(tools, (tool) => name(tools.indexOf(tool)));
    const price = ({ attributes }: Card) => Number(attributes["price"]);
    expect(new Map(groups.map((one: { name: string; cost: number }) => [one.name, one.cost]))).toEqual(
      new Map([...expected].map(([key, own]) => [key, sum(own.map(price))])),
    );
  });

  test.each(["", "&at=2027-01-01"])("group each related card once in the landscape%s", async (at) => {
    const tools = activeOf(all, "Tool").filter((card) => at === "" || livesAt(card, "2027-01-01"));
    const { groups, ungrouped } = await report(`landscape?type=Tool&group_by=Skill${at}`);
    const skills = activeOf(all, "Skill").filter((card) => at === "" || livesAt(card, "2027-01-01"));
    expect(ids(groups)).toEqual(ids(skills));
    for (const group of groups)
      expect(ids(group.items)).toEqual(ids(tools.filter((tool) => areLinked(all, tool.id, group.id))));
    expect(ids(ungrouped)).toEqual(
      ids(tools.filter((tool) => !skills.some((skill) => areLinked(all, tool.id, skill.id)))),
    );
  });

  test("have each related pair once in the matrix, and each card with itself", async () => {
    const { intersections } = await report("matrix?row_type=Tool&col_type=Part");
    const expected = activeOf(all, "Tool").flatMap((tool) =>
      activeOf(all, "Part").flatMap((part) => (areLinked(all, tool.id, part.id) ? [`${tool.id} ${part.id}`] : [])),
    );
    const pairs = intersections.map((pair: { row_id: string; col_id: string }) => `${pair.row_id} ${pair.col_id}`);
    expect(pairs.sort()).toEqual(expected.sort());
    const own = (await report("matrix?row_type=Part&col_type=Part")).intersections;
    expect(own).toHaveLength(activeOf(all, "Part").length);
  });

  test("have the cards with dates that exist at the date in the roadmap", async () => {
    const { items } = await report("roadmap?type=Part&at=2026-06-01");
    const expected = activeOf(all, "Part").filter(
      (card) => Object.keys(card.lifecycle).length > 0 && livesAt(card, "2026-06-01"),
    );
    expect(ids(items)).toEqual(ids(expected));
    for (const item of items) expect(item.phase).toBe(reached(item, "2026-06-01"));
  });

  test("restrict a portfolio by the filters of lists", async () => {
    const { items } = await report(
      "portfolio?type=Tool&x_axis=size&y_axis=size&size_field=price&color_field=begin&where=price:500..",
    );
    const expected = activeOf(all, "Tool").filter(({ attributes }) => Number(attributes["price"]) >= 500);
    expect(ids(items)).toEqual(ids(expected));
  });

  test("give each card of a portfolio its letter, when a field is named for it, and a field that is shown twice one column", async () => {
    const path = "portfolio?type=Tool&x_axis=size&y_axis=size&size_field=price&color_field=begin";
    const { items } = await report(`${path}&letter_field=begin`);
    for (const item of items) expect(item.letter).toEqual(item.color);
    expect((await report(path)).items.every((item: object) => !("letter" in item))).toBe(true);
    const { body } = await admin.get(`/reports/${path}&letter_field=begin&format=csv`);
    expect(body.split("\r\n")[0]).toStartWith("id,name,size,price,begin,");
  });

  test("list relations with other cards in the portfolio of a type, each as often as there is one", async () => {
    const { items, groupable_types } = await report("app-portfolio?type=Tool");
    const active = new Map(activeOf(all).map((card) => [card.id, card]));
    for (const item of items) {
      const peers = all.relations.flatMap(({ source, target }) =>
        source === item.id && active.has(target) ? [target] : [],
      );
      expect(item.relations.map((relation: { related_id: string }) => relation.related_id).sort()).toEqual(
        peers.sort(),
      );
      const organizations = peers.filter((id) => active.get(id)?.type === "Organization");
      expect(item.org_ids).toEqual([...new Set(organizations)].sort());
    }
    const tools = new Set(ids(items));
    const related = new Set(all.relations.flatMap(({ source, target }) => (tools.has(source) ? [target] : [])));
    expect(ids(groupable_types.Part)).toEqual(ids(activeOf(all, "Part").filter(({ id }) => related.has(id))));
  });

  test("count each application of a capability once in the heatmap", async () => {
    const apps = activeOf(all, "Application");
    const { items, filterable_types } = await report("capability-heatmap?metric=cost");
    expect(ids(items)).toEqual(ids(activeOf(all, "BusinessCapability")));
    for (const item of items) {
      const own = apps.filter((app) => areLinked(all, app.id, item.id));
      expect(ids(item.apps)).toEqual(ids(own));
      expect(item.app_count).toBe(own.length);
      expect(item.total_cost).toBe(sum(own.map(costOf)));
      expect(item.risk_count).toBe(own.filter(({ lifecycle }) => lifecycle["endOfLife"]).length);
      for (const app of item.apps) {
        const related = (type: string) => ids(activeOf(all, type).filter(({ id }) => areLinked(all, app.id, id)));
        expect(app.org_ids).toEqual(related("Organization"));
        const types = ["Organization", "ITComponent"].filter((type) => related(type).length > 0);
        expect(app.related_by_type).toEqual(Object.fromEntries(types.map((type) => [type, related(type)])));
      }
    }
    const related = activeOf(all, "ITComponent").filter(({ id }) => apps.some((app) => areLinked(all, app.id, id)));
    expect(ids(filterable_types.ITComponent ?? [])).toEqual(ids(related));
  });

  test("have the cards of the date in the heatmap, and its filters restrict the applications", async () => {
    const { items } = await report("capability-heatmap?at=2027-01-01&where=size:..50");
    const there = (card: Card) => livesAt(card, "2027-01-01");
    expect(ids(items)).toEqual(ids(activeOf(all, "BusinessCapability").filter(there)));
    const apps = activeOf(all, "Application").filter((app) => there(app) && Number(app.attributes["size"]) <= 50);
    for (const item of items)
      expect(ids(item.apps)).toEqual(ids(apps.filter((app) => areLinked(all, app.id, item.id))));
  });

  test.each(["2024-06-01", "2026-06-01", "2030-06-01"])("have the cards out of support at %s", async (day) => {
    const notice = new Date(Date.parse(day) + 182 * 86_400_000).toISOString().slice(0, 10);
    const statusOf = (eol: unknown, support: unknown) => {
      if (eol === true) return "eol";
      if (typeof eol === "string" && eol <= day) return "eol";
      if (typeof eol === "string" && eol <= notice) return "approaching";
      if (typeof support === "string" && support <= day) return "approaching";
      return eol === null || eol === undefined ? "unknown" : "supported";
    };
    const cycles = new Map<string, { cycle: string; eol?: unknown; support?: unknown }[]>();
    for (const product of ["postgresql", "python"])
      cycles.set(product, (await admin.get(`/eol/products/${product}`)).body);
    const relevant = [...activeOf(all, "Application"), ...activeOf(all, "ITComponent")].flatMap((card) => {
      const { eol_product, eol_cycle } = card.attributes as Record<string, string>;
      if (eol_product) {
        const cycle = cycles.get(eol_product)?.find((one) => one.cycle === eol_cycle);
        return [{ card, source: "api", status: cycle ? statusOf(cycle.eol, cycle.support) : "unknown" }];
      }
      const { endOfLife, phaseOut } = card.lifecycle;
      return endOfLife ? [{ card, source: "manual", status: statusOf(endOfLife, phaseOut) }] : [];
    });
    const { items, summary } = await report(`eol?at=${day}`);
    const statusById = (all: { id: string; status: string; source: string }[]) =>
      new Map(all.map(({ id, status, source }) => [id, `${status} ${source}`]));
    expect(statusById(items)).toEqual(
      statusById(relevant.map(({ card, status, source }) => ({ id: card.id, status, source }))),
    );
    const behind = (status: string) =>
      relevant
        .filter((one) => one.status === status && one.card.type === "ITComponent")
        .flatMap(({ card }) => activeOf(all, "Application").filter(({ id }) => areLinked(all, id, card.id)))
        .map(({ id }) => id);
    const impacted = new Set(behind("eol"));
    const count = (status: string) => relevant.filter((one) => one.status === status).length;
    expect(summary).toEqual({
      ...{ eol: count("eol"), approaching: count("approaching"), supported: count("supported") },
      impacted_apps: impacted.size,
      approaching_impacted_apps: new Set(behind("approaching").filter((id) => !impacted.has(id))).size,
      manual: relevant.filter(({ source }) => source === "manual").length,
    });
    const order = ["eol", "approaching", "unknown", "supported"];
    const places = items.map(
      ({ status, name }: { status: string; name: string }) => `${order.indexOf(status)} ${name}`,
    );
    expect(places).toEqual(places.toSorted());
  });

  test.each([undefined, "2026-06-01"])("count orphans and averages in the data quality, of the day %s", async (day) => {
    const cards = thereAt(undefined, day);
    const body = await report(`data-quality${day ? `?at=${day}` : ""}`);
    const linked = new Set(all.relations.flatMap(({ source, target }) => [source, target]));
    expect(body.orphaned).toBe(cards.filter(({ id }) => !linked.has(id)).length);
    expect(body.with_lifecycle).toBe(cards.filter(({ lifecycle }) => Object.keys(lifecycle).length > 0).length);
    for (const row of body.by_type) {
      const own = cards.filter(({ type }) => type === row.type).map((card) => card.data_quality);
      expect(row.total).toBe(own.length);
      expect(row.complete).toBe(own.filter((quality) => quality >= 80).length);
      expect(row.partial).toBe(own.filter((quality) => quality >= 40 && quality < 80).length);
      expect(row.minimal).toBe(own.filter((quality) => quality < 40).length);
    }
    const worst = cards.map((card) => card.data_quality).sort((a, b) => a - b);
    expect(body.worst_items.map((item: Card) => item.data_quality)).toEqual(worst.slice(0, 20));
  });

  test("have the reachable cards in the neighbourhood of a card", async () => {
    const center = activeOf(all, "Tool")[0] as Card;
    const active = activeOf(all);
    const within = (depth: number): Set<string> => {
      if (depth === 0) return new Set([center.id]);
      const nearer = within(depth - 1);
      return new Set([
        ...nearer,
        ...ids(active.filter((card) => [...nearer].some((id) => areLinked(all, id, card.id)))),
      ]);
    };
    for (const depth of [1, 2, 3]) {
      const { nodes } = await report(`dependencies?center_id=${center.id}&depth=${depth}`);
      expect(ids(nodes)).toEqual([...within(depth)].sort());
    }
  });

  test("have the dependent cards in the impact of a card, each by a shortest path", async () => {
    const part = activeOf(all, "Part").find(({ id }) => all.relations.some(({ target }) => target === id)) as Card;
    const { items, total_cost } = await report(`impact?card_id=${part.id}&depth=3`);
    const users = activeOf(all, "Tool").filter(({ id }) =>
      all.relations.some(({ source, target }) => source === id && target === part.id),
    );
    expect(ids(items)).toEqual(ids(users));
    expect(total_cost).toBe(sum(users.map(costOf)));
    for (const item of items) expect(item.path).toMatchObject([{ id: item.id, relation_type: "uses" }]);
  });

  test("have the same order in every call", async () => {
    for (const path of ["roadmap", "dependencies", "cost?type=Tool", "landscape?type=Tool&group_by=Part", "eol"])
      expect(await report(path)).toEqual(await report(path));
    const { items } = await report("roadmap?type=Tool");
    const names = items.map(({ name }: Card) => name);
    expect(names).toEqual(names.toSorted((one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)));
  });
});
