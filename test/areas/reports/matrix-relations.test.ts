/** GET /reports/matrix?relations=true: which relations make an intersection. */
import { beforeAll, expect, test } from "bun:test";
import { cardType, field, makeCard, relate, relationType } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

beforeAll(() => {
  for (const type of ["Tool", "Team"]) cardType(type);
  relationType("uses", "Team", "Tool", { attributes_schema: [field("usage", "text"), field("fee", "cost")] });
  relationType("pays", "Tool", "Team");
});

test("a matrix names the relations of each intersection, their meaning, and the end that they start at", async () => {
  const tool = await makeCard(admin, { type: "Tool", name: "Hammer" });
  const team = await makeCard(admin, { type: "Team", name: "Builders" });
  const uses = await relate(admin, "uses", team, tool, { attributes: { usage: "owner", fee: 4711 } });
  const pays = await relate(admin, "pays", tool, team);
  const path = "/reports/matrix?row_type=Tool&col_type=Team";
  const { body } = await admin.get(`${path}&relations=true`);
  expect(body.intersections).toEqual([
    {
      row_id: tool.id,
      col_id: team.id,
      relations: [
        { id: uses.id, type: "uses", source_id: team.id, attributes: { usage: "owner", fee: 4711 } },
        { id: pays.id, type: "pays", source_id: tool.id, attributes: {} },
      ],
    },
  ]);
  expect((await admin.get(path)).body.intersections).toEqual([{ row_id: tool.id, col_id: team.id }]);
  const hidden = (await viewer.get(`${path}&relations=true`)).body;
  expect(hidden.intersections[0].relations[0].attributes).toEqual({ usage: "owner" });
});

test("a matrix of one type has the relations of each direction at their own intersection", async () => {
  relationType("follows", "Tool", "Tool");
  const [one, other] = [
    await makeCard(admin, { type: "Tool", name: "One" }),
    await makeCard(admin, { type: "Tool", name: "Other" }),
  ];
  const { id } = await relate(admin, "follows", one, other);
  const { body } = await admin.get("/reports/matrix?row_type=Tool&col_type=Tool&relations=true");
  const at = (row: string, col: string) =>
    body.intersections.find((each: Record<string, string>) => each["row_id"] === row && each["col_id"] === col);
  expect(at(one.id, other.id).relations).toMatchObject([{ id, source_id: one.id }]);
  expect(at(other.id, one.id)).toBeUndefined();
  expect(at(one.id, one.id).relations).toEqual([]);
  expect((await admin.get("/reports/matrix?relations=some")).status).toBe(422);
});
