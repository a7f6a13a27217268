/** Pulls: what rows of a table make of cards. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type Instance, startInstance } from "../../support/table-api";
import { cardNow } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { connect, map, type Mapped } from "./setup";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true", LOG_LEVEL: "error" });
const admin = clientAs(server, "admin");
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.stop());
beforeEach(() => {
  instance.tables.delete("cmdb_ci_appl");
  instance.asked.length = 0;
  instance.fault = () => undefined;
});

test("smoke", async () => {
  instance.add("cmdb_ci_appl", [{ name: "One", short_description: "first" }, { name: "Two" }]);
  const c = await connect(admin, instance);
  console.log(await admin.post(`/servicenow/connections/${c}/test`));
  const m: Mapped = await map(admin, c, "cmdb_ci_appl");
  console.log((await admin.post(`/servicenow/mappings/${m.id}/preview`)).body);
  const t = performance.now();
  const run = await admin.post(`/servicenow/sync/pull/${m.id}`);
  console.log(run.status, run.body, performance.now() - t);
  const staged = await admin.get(`/servicenow/sync/runs/${run.body.id}/staged`);
  console.log(staged.body);
  console.log(await cardNow(admin, staged.body[0].card_id));
  console.log((await admin.get("/events?page_size=6")).body.map((e: any) => [e.event_type, e.batch_id, e.data]));
  console.log((await admin.post(`/servicenow/sync/pull/${m.id}`)).body);
});
