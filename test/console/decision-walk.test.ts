/** A decision from its proposal to the one that supersedes it, with several people in front of their consoles. */
import { expect, test } from "bun:test";
import { decision } from "../../src/console/pages/decision/page";
import { decisions } from "../../src/console/pages/decisions/page";
import { home } from "../../src/console/pages/home/page";
import { unique } from "../support/factories";
import { testServer } from "../support/server";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "member");
const owner = person(server, "member");
const security = person(server, "member");
const reader = person(server, "viewer");

test("a decision is proposed, rejected, written again, signed by two, revised, and superseded", async () => {
  const nameOf = async (who: typeof owner) => (await who.account!.get("/auth/me")).body.display_name as string;
  const [ownersName, securitysName] = [await nameOf(owner), await nameOf(security)];
  const title = unique("Printers are leased ");

  // The architect proposes it, and asks two people.
  await architect.opens(decisions);
  await architect.presses("n");
  await architect.tab.getByRole("textbox", { name: "What is to be decided" }).fill(title);
  await architect.presses("Enter");
  await architect.tab.locator(".written.open").getByRole("textbox").waitFor();
  await architect.types("Printers stand in every corridor.");
  await architect.presses("Control+Enter");
  await architect.tab.locator(".written.open.decision").waitFor();
  await architect.types("They are leased for three years.");
  await architect.presses("Escape");
  await architect.tab.locator(".written.decision .rich").getByText("leased for three years").waitFor();
  const { pathname } = new URL(architect.tab.url());
  const params = { id: pathname.split("/").at(-1)! };
  const asks = async (name: string) => {
    await architect.tab.getByRole("combobox", { name: "Whose signature" }).fill(name);
    await architect.tab.getByRole("option", { name }).click();
    await architect.sees(`${name} is asked to sign`);
  };
  await architect.clicks(/^Ask$/);
  await asks(ownersName);
  await architect.clicks("Ask someone else");
  await asks(securitysName);

  // The owner finds it at home, and rejects it with a reason, which everybody sees as it happens.
  await owner.opens(home);
  await owner.clicks(new RegExp(title));
  await owner.arrivesAt(new RegExp(`/ea-delivery/adr/${params.id}`));
  await security.opens(decision, { params });
  await security.sees("Your signature is asked for");
  await owner.clicks(/^Reject$/);
  await owner.fills("Why not", "Three years are too long");
  await owner.presses("Enter");
  await owner.sees(`Rejected by ${ownersName}`);
  await security.sees("Three years are too long");
  await architect.sees("Three years are too long");

  // It is written again, and both are asked; one has signed when the text is changed once more, and is asked again.
  await architect.tab.getByText("They are leased for three years.").click();
  await architect.tab.locator(".written.open").getByRole("textbox").waitFor();
  await architect.presses("Control+a");
  await architect.types("They are leased for two years.");
  await architect.presses("Escape");
  await architect.sees("Decision is written");
  await architect.clicks(/^Ask$/);
  await asks(ownersName);
  await architect.clicks("Ask someone else");
  await asks(securitysName);
  await owner.sees("Your signature is asked for");
  await owner.sees("They are leased for two years.");
  await owner.presses("s");
  await owner.sees("1 signature is missing.");
  await architect.tab.getByText("They are leased for two years.").click();
  await architect.tab.locator(".written.open").getByRole("textbox").waitFor();
  await architect.types(" Toner is included.");
  await architect.presses("Escape");
  await owner.sees("Your signature is asked for again");
  await owner.sees("Toner is included.");
  await owner.presses("s");
  await owner.sees("1 signature is missing.");
  await security.sees("Toner is included.");
  await security.clicks(/^Sign$/);
  await security.sees("Signed by all");
  await architect.sees("Signed by all");

  // Signed, it is closed; the next revision has another text, and takes its place once it is signed.
  await reader.opens(decision, { params });
  await reader.sees("Signed by all");
  await architect.clicks("Revise");
  await architect.sees("revision 3");
  await architect.tab.locator(".written.decision .rich").click();
  await architect.tab.locator(".written.open").getByRole("textbox").waitFor();
  await architect.types(" So is paper.");
  await architect.presses("Escape");
  await architect.sees("Decision is written");
  await architect.clicks(/Compare with revision/);
  await architect.tab.locator("ins", { hasText: "So is paper." }).waitFor();
  expect(await architect.violations()).toEqual([]);
  await architect.clicks("Read the text");
  await architect.clicks(/^Ask$/);
  await asks(ownersName);
  await owner.opens(decisions, { search: { state: "mine" } });
  await owner.tab.getByRole("grid").focus();
  await owner.presses("Enter");
  await owner.sees("So is paper.");
  await owner.presses("s");
  await owner.sees("Signed by all");
  await reader.sees("Superseded by");

  // Another decision takes the place of that one.
  const { body: other } = await architect.account!.post("/adr", { title: unique("Nobody prints ") });
  await architect.account!.post(`/adr/${other.id}/request-signatures`, { user_ids: [architect.account!.userId] });
  await architect.account!.post(`/adr/${other.id}/sign`);
  await architect.clicks(/^Supersede$/);
  await architect.tab.getByRole("combobox", { name: "Superseded by" }).fill(other.title);
  await architect.tab.getByRole("option", { name: other.title }).click();
  await owner.sees(`Superseded by ${other.reference_number}`);
  await architect.tab
    .getByRole("status")
    .getByRole("link", { name: new RegExp(other.title) })
    .click();
  await architect.sees("In place of");
  expect(await architect.violations()).toEqual([]);
});
