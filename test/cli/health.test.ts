/** `stoa health` */
import { expect, test } from "bun:test";
import { runStoa, startStoa } from "../support/executable";

test.each(["127.0.0.1", "::1", "0.0.0.0"])("the server that listens on %s is well until it stops", async (host) => {
  const server = await startStoa({ environment: { HOST: host } });
  const environment = { HOST: host, PORT: new URL(server.url).port };
  expect(await runStoa(["health"], { environment })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The server at http:\S+ is well\.\n$/),
  });
  await server.stop();
  expect(await runStoa(["health"], { environment })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^stoa: No server answers at http:/),
  });
});

test("a server that answers with an error isn't well", async () => {
  const peer = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("", { status: 503 }) });
  const outcome = await runStoa(["health"], { environment: { HOST: "127.0.0.1", PORT: String(peer.port) } });
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining("answers 503") });
  await peer.stop(true);
});
