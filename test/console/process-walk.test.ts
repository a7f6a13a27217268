/** A process from its draft to the published flow, with several people in front of their consoles. */
import { expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { process } from "../../src/console/pages/process/page";
import { makeCard, stakeholder } from "../support/factories";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const author = person(server, "member");
const approver = person(server, "viewer", { viewport: SIZES.phone });
const viewer = person(server, "viewer");

test("a flow is begun from a template, linked, submitted, rejected on a phone, drawn again, approved and read", async () => {
  const { id } = await makeCard(author.account!, { type: "BusinessProcess" });
  stakeholder(id, approver.account!.userId, "process_owner");
  const params = { id };

  // The author begins with a template, and the editor opens.
  await author.opens(process, { params });
  await author.sees("No flow yet");
  await author.clicks("Start from a template");
  await author.clicks("Simple Approval");
  await author.arrivesAt(/\/draw\//);
  await author.tab.locator(".djs-palette").waitFor();
  await expectSoon(() => author.tab.locator(".bjs-powered-by").isVisible()).toBe(true);

  // The drawing is saved by itself.
  await author.tab.locator("[data-element-id=Task_ReviewRequest] .djs-hit").first().dblclick();
  await author.presses("Control+a");
  await author.types("Check Request");
  await author.tab.locator(".drawing-room").click({ position: { x: 900, y: 600 } });
  await author.sees("Not saved yet");
  await author.sees(/^Saved$/);
  await author.clicks("Submit");
  await author.sees("Revision 1 waits for its approval");

  // The owner comes by the address of the notification, and rejects it with a reason.
  await approver.opens(card, { params, search: { tab: "process-flow", subtab: "drafts" } });
  await approver.sees("Revision 1 waits for your approval");
  await approver.sees("Check Request");
  expect(await approver.violations()).toEqual([]);
  await approver.clicks(/^Reject$/);
  await approver.fills("Why not", "The archive is missing");
  await approver.presses("Enter");
  await approver.sees(/was rejected by/);

  // The author reads why, links a task by the keyboard, and submits again.
  await author.sees("The archive is missing");
  await author.tab.getByRole("grid", { name: "Elements" }).focus();
  await author.presses("ArrowDown", "ArrowRight", "ArrowRight", "e");
  await author.types("Group ERP");
  await author.tab.getByRole("option", { name: "Group ERP" }).waitFor();
  await author.presses("ArrowDown", "Enter");
  await author.tab.locator(".flow-label", { hasText: "Group ERP" }).waitFor();
  expect(await author.violations()).toEqual([]);
  await author.clicks(/^Submit$/);

  // The owner approves it, and everybody reads it.
  await approver.sees("Revision 1 waits for your approval");
  await approver.clicks(/^Approve$/);
  await approver.seesNo("Revision 1 waits for your approval");
  await viewer.opens(process, { params });
  await viewer.sees("Revision 1 is published");
  await viewer.tab.locator(".flow-label", { hasText: "Group ERP" }).waitFor();
  await expectSoon(() => viewer.tab.getByRole("button", { name: "Draft revision 2" }).count()).toBe(0);

  // The next revision stands next to the first one, with its difference marked.
  await author.clicks("Draft revision 2");
  await author.tab.locator(".djs-palette").waitFor();
  await author.tab.locator("[data-element-id=Task_Reject] .djs-hit").first().click();
  await author.presses("Delete");
  await author.sees("Not saved yet");
  await author.sees(/^Saved$/);
  await author.clicks("Close");
  await author.clicks("What changes");
  await author.sees("Reject is taken out");
  await author.tab.locator(".flow-removed").first().waitFor();
  expect(await author.violations()).toEqual([]);
});
