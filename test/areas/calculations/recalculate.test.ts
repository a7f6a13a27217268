import { describe, expect, test } from "bun:test";
import { cardNow, cardType, field, makeCard, storedCards, unique, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { activeCalculation, calculation, calculationNow } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const newType = () =>
  cardType(unique("Gauge"), [field("size", "number"), field("double", "number")], {
    section_config: { __dataQuality: { description: 0, lifecycle: 0, relations: 0, tags: 0, stakeholders: 0 } },
  });

const stored = (type: string, attributes: object, rest: Record<string, unknown> = {}) =>
  storedCards([{ type, name: unique("Card "), attributes: JSON.stringify(attributes), ...rest }])[0] as string;

const recalculate = (type: string, client = admin) => client.post(`/calculations/recalculate/${type}`, {});

describe("the recalculation of a type", () => {
  test("runs its active calculations over its active cards, updates their quality, and publishes nothing", async () => {
    const type = newType();
    const { id: calculationId } = await activeCalculation(admin, type, "double", "data.size * 2");
    await calculation(admin, type, "idle", "1");
    const [one, other] = [stored(type, { size: 2 }), stored(type, { size: 5, double: 1 })];
    const archived = stored(type, { size: 7 }, { status: "ARCHIVED" });
    const published = await watch(admin);
    expect(await recalculate(type)).toMatchObject({
      status: 200,
      body: { cards_processed: 2, calculations_succeeded: 2, calculations_failed: 0, errors: [] },
    });
    expect(await cardNow(admin, one)).toMatchObject({ attributes: { size: 2, double: 4 }, data_quality: 100 });
    expect(await cardNow(admin, other)).toMatchObject({ attributes: { size: 5, double: 10 } });
    expect(await cardNow(admin, archived)).toMatchObject({ attributes: { size: 7 } });
    expect(await published()).toEqual([]);
    expect((await calculationNow(admin, calculationId)).last_run_at).not.toBeNull();
  });

  test("doesn't change cards that have the result already", async () => {
    const type = newType();
    await activeCalculation(admin, type, "double", "data.size * 2");
    const card = await makeCard(admin, { type, attributes: { size: 2 } });
    await recalculate(type);
    expect(await cardNow(admin, card.id)).toEqual(card);
  });

  test("counts the cards also without active calculations", async () => {
    const type = newType();
    stored(type, {});
    const zeros = { calculations_succeeded: 0, calculations_failed: 0, errors: [] };
    expect((await recalculate(type)).body).toEqual({ cards_processed: 1, ...zeros });
    expect((await recalculate("Nowhere")).body).toEqual({ cards_processed: 0, ...zeros });
    expect((await recalculate("__proto__")).body).toEqual({ cards_processed: 0, ...zeros });
  });

  test("reports each failure, 50 at most, and stores the other results", async () => {
    const type = newType();
    const failing = await activeCalculation(admin, type, "double", "\n1 / data.size", { name: "Inverse" });
    const unknown = await activeCalculation(admin, type, "nope", "nope(1)");
    const [zero] = [stored(type, { size: 0, double: 3 }), stored(type, { size: 4 })];
    const first = await recalculate(type);
    expect(first.body).toMatchObject({ cards_processed: 2, calculations_succeeded: 1, calculations_failed: 3 });
    const card = await cardNow(admin, zero as string);
    expect(first.body.errors).toHaveLength(3);
    expect(first.body.errors).toContainEqual({
      card_id: zero,
      card_name: card.name,
      calculation_id: failing.id,
      name: "Inverse",
      target_field: "double",
      success: false,
      error: "Evaluation error",
      position: { line: 2, column: 3 },
    });
    expect(card.attributes).toEqual({ size: 0, double: 3 });
    expect(await calculationNow(admin, failing.id)).toMatchObject({ last_error: "Evaluation error" });
    expect(await calculationNow(admin, unknown.id)).toMatchObject({
      last_error: "Formula references an undefined name or function",
    });
    storedCards(Array.from({ length: 60 }, () => ({ type, name: unique("Card ") })));
    const second = await recalculate(type);
    expect(second.body).toMatchObject({ cards_processed: 62, calculations_failed: 123 });
    expect(second.body.errors).toHaveLength(50);
  });

  test("processes thousands of cards in one request", async () => {
    const type = newType();
    await activeCalculation(admin, type, "double", "data.size * 2");
    await activeCalculation(admin, type, "more", "data.double + 1");
    const ids = storedCards(
      Array.from({ length: 2_500 }, (_, size) => ({
        type,
        name: unique("Card "),
        attributes: JSON.stringify({ size }),
      })),
    );
    expect((await recalculate(type)).body).toMatchObject({ cards_processed: 2_500, calculations_succeeded: 5_000 });
    for (const size of [0, 999, 1_000, 1_999, 2_000, 2_499])
      expect(await cardNow(admin, ids[size] as string)).toMatchObject({
        attributes: { size, double: size * 2, more: size * 2 + 1 },
        data_quality: 100,
      });
  });
});
