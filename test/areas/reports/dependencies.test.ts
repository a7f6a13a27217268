/** The neighbourhood of a card, and its bounds. */
import { beforeAll, expect, test } from "bun:test";
import { transaction } from "../../../db";
import { createRelationRow } from "../../../src/areas/relations/rows";
import { cardType, makeCard, relate, relationType, storedCards } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const viewer = clientAs(server, "viewer");
const admin = clientAs(server, "admin");
type Row = { id: string };

beforeAll(() => {
  for (const type of ["Node", "Leaf"]) cardType(type, [], { has_hierarchy: true });
  relationType("links", "Node", "Leaf");
  relationType("likes", "Leaf", "Node");
});

test("a pair of cards has one edge, its oldest, and cards name their ancestors from the root on", async () => {
  const root = await makeCard(admin, { type: "Node", name: "root" });
  const child = await makeCard(admin, { type: "Node", name: "child", parent_id: root.id });
  const node = await makeCard(admin, { type: "Node", name: "node", parent_id: child.id });
  const leaf = await makeCard(admin, { type: "Leaf", name: "leaf" });
  const edge = await relate(admin, "likes", leaf, node, { description: "first" });
  await relate(admin, "links", node, leaf);
  const { body } = await viewer.get(`/reports/dependencies?center_id=${node.id}`);
  expect(body).toEqual({
    nodes: [
      { id: leaf.id, name: "leaf", type: "Leaf", lifecycle: {}, attributes: {}, parent_id: null, path: [] },
      {
        ...{ id: node.id, name: "node", type: "Node", lifecycle: {}, attributes: {}, parent_id: child.id },
        path: ["root", "child"],
      },
    ],
    edges: [
      {
        ...{
          id: edge.id,
          source: leaf.id,
          target: node.id,
          type: "likes",
          label: "likes of",
          reverse_label: "likes by",
        },
        ...{ description: "first", attributes: {} },
      },
    ],
  });
  expect((await viewer.get(`/reports/dependencies?center_id=${node.id}&type=Node`)).body).toMatchObject({
    nodes: [{ name: "node", path: ["root", "child"] }],
    edges: [],
  });
});

test("a graph that is too large is cut, and marked as such", async () => {
  const center = await makeCard(admin, { type: "Node", name: "center" });
  const leaves = storedCards(Array.from({ length: 20_001 }, (_, at) => ({ type: "Leaf", name: `Leaf ${at}` })));
  const whole = (await viewer.get("/reports/dependencies")).body;
  expect(whole).toMatchObject({ truncated: true });
  expect(whole.nodes).toHaveLength(20_000);
  transaction(() => {
    const link = { type: "links", source_id: center.id, attributes: null, description: null };
    for (const target_id of leaves) createRelationRow({ ...link, target_id });
  });
  const { body } = await viewer.get(`/reports/dependencies?center_id=${center.id}&depth=3`);
  expect(body.truncated).toBe(true);
  expect(body.nodes).toHaveLength(20_000);
  expect(body.nodes).toContainEqual(expect.objectContaining({ id: center.id }));
  const shown = new Set(body.nodes.map(({ id }: Row) => id));
  expect(body.edges).toHaveLength(19_999);
  expect(body.edges.every(({ source, target }: Record<string, string>) => shown.has(source) && shown.has(target))).toBe(
    true,
  );
  const impact = (await admin.get(`/reports/impact?card_id=${[...shown].find((id) => id !== center.id)}`)).body;
  expect(impact.items).toHaveLength(1);
});
