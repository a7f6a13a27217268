/** An owner on the way: everything that is done on a phone is done by touch. */
import { beforeAll, describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { home } from "../../src/console/pages/home/page";
import { todos } from "../../src/console/pages/todos/page";
import { demoAdministrator } from "../support/demo";
import { testServer } from "../support/server";
import { examplesOf } from "./support/examples";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const owner = person(server, "admin", { viewport: SIZES.phone, hasTouch: true, isMobile: true });

let groupErp: { params: Record<string, string> };

beforeAll(async () => {
  owner.account = await demoAdministrator(server.url);
  groupErp = { params: (await examplesOf(owner.account))["/cards/$id"]!.params! };
});

describe("an owner with a phone", () => {
  test("finds a card by a few letters, and reads it", async () => {
    await owner.opens(home);
    await owner.tab.getByRole("button", { name: "Search or jump" }).last().tap();
    await owner.tab.getByRole("searchbox").fill("Group E");
    await owner.tab
      .getByRole("option", { name: /^Group ERP/ })
      .first()
      .tap();
    await owner.tab.getByRole("heading", { name: "Group ERP" }).waitFor();
    await owner.sees("Mission Critical");
  });

  test("approves a card again", async () => {
    await owner.opens(card, groupErp);
    await owner.tab.getByRole("button", { name: "Approve again" }).tap();
    await owner.sees("Group ERP is approved");
  });

  test("sends a comment on a card", async () => {
    await owner.opens(card, groupErp);
    await owner.tab.getByLabel(/Comment, or mention/).tap();
    await owner.types("Seen on the train.");
    await owner.tab.getByRole("button", { name: "Send" }).tap();
    await owner.tab.locator(".spoken", { hasText: "Seen on the train." }).waitFor();
  });

  test("completes a to-do, and takes that back", async () => {
    await owner.opens(todos);
    const row = owner.tab.locator(".gr", { hasText: "Agree on a date for the certificate" });
    const box = row.getByRole("button", { name: "Done" });
    const { width = 0, height = 0 } = (await box.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await box.tap();
    await row.waitFor({ state: "hidden" });
    await owner.tab.getByRole("button", { name: /^Undo/ }).tap();
    await row.waitFor();
  });
});
