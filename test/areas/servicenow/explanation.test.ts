/** The reasons that an administrator is shown for each way in which a call to an instance fails. */
import { expect, test } from "bun:test";
import type { ConnectionRow } from "../../../src/areas/servicenow/connections";
import { explanation } from "../../../src/areas/servicenow/instance/explanation";
import { unanswered } from "../../../src/areas/servicenow/instance/failure";
import { outbound, type Way } from "../../../src/platform/outbound";
import { startOutside } from "../../support/outside";

const connection = { auth_type: "basic" } as ConnectionRow;
const way: Way = { resolve: async () => ["127.0.0.1"], permits: () => true };

test("an instance that doesn't answer in time is explained as a time-out, without its address", async () => {
  const silent = await startOutside(() => {});
  try {
    const error = await outbound(`http://one.example:${silent.port}/`, { timeout: 50 }, way).catch(unanswered);
    const said = explanation(connection, (error as ReturnType<typeof unanswered>).reason);
    expect(said).toContain("time-out");
    expect(said).not.toContain("127.0.0.1");
  } finally {
    await silent.stop();
  }
});
