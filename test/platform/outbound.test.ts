import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { createServer as createPlain, type Server } from "node:net";
import { join } from "node:path";
import { createServer as createTls } from "node:tls";
import { gzipSync } from "node:zlib";
import { configureOutbound, OutboundError, type Outgoing, outbound, type Way } from "../../src/platform/outbound";
import { authority, certificate, certificateKey } from "../support/certificates";
import { IMPOSSIBLE_HOST } from "../support/hosts";
import { type Outside, startOutside } from "../support/outside";
import { newFolder } from "../support/scratch";

let server: Outside;
beforeAll(async () => {
  server = await startOutside(({ url, method, body, headers }, response) => {
    const [path = "", query] = url.split("?");
    switch (path) {
      case "/to":
        response.writeHead(302, { location: decodeURIComponent(query ?? "") });
        return response.end("this way");
      case "/circle":
        response.writeHead(301, { location: `/circle?${Number(query ?? 0) + 1}` });
        return response.end();
      case "/see-other":
        response.writeHead(303, { location: "/echo" });
        return response.end();
      case "/empty":
        response.writeHead(204);
        return response.end();
      case "/error":
        response.writeHead(503);
        return response.end("not now");
      case "/large":
        response.writeHead(200, { "content-length": "1001" });
        return response.end("x".repeat(1_001));
      case "/just":
        return response.end("x".repeat(1_000));
      case "/endless": {
        const more = setInterval(() => response.write("x".repeat(10_000)), 1);
        return response.on("close", () => clearInterval(more));
      }
      case "/gzip":
        response.writeHead(200, { "content-encoding": "gzip" });
        return response.end(gzipSync("x".repeat(Number(query))));
      case "/broken-gzip":
        response.writeHead(200, { "content-encoding": "gzip" });
        return response.end("no gzip");
      case "/brotli":
        response.writeHead(200, { "content-encoding": "br" });
        return response.end("?");
      case "/silent":
        return;
      case "/stuck":
        response.writeHead(200, { "content-length": "10" });
        return response.write("half");
      case "/half":
        response.writeHead(200, { "content-length": "10" });
        response.write("half");
        return setTimeout(() => response.destroy(), 20);
      default:
        response.writeHead(200, { "content-type": "application/json" });
        return response.end(JSON.stringify({ url, method, body, headers }));
    }
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  configureOutbound(false);
  server.seen.length = 0;
});

/**
 * Returns a way on which only 127.0.0.1 may be called, and names resolve to the test's addresses, one answer after the
 * other.
 */
function wayTo(answers: Record<string, string[][]> = {}): Way & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async resolve(host) {
      asked.push(host);
      const [addresses, ...later] = answers[host] ?? [[host]];
      if (later.length > 0) answers[host] = later;
      return addresses ?? [];
    },
    permits: (address) => address === "127.0.0.1",
  };
}

/** Calls a path of the server by the name one.example. */
const call = (path: string, request: Outgoing = {}, way: Way = wayTo({ "one.example": [["127.0.0.1"]] })) =>
  outbound(`http://one.example:${server.port}${path}`, request, way);

/** Returns the reason of a failed call, and its message. */
async function failureOf(call: Promise<unknown>): Promise<[string, string]> {
  try {
    await call;
  } catch (error) {
    if (error instanceof OutboundError) return [error.failure, error.message];
    throw error;
  }
  throw new Error("The call was answered.");
}

describe("an outbound call", () => {
  test("sends method, headers and body, and the host name that was called", async () => {
    const response = await call("/echo?x=1", {
      method: "POST",
      headers: { "Content-Type": "text/plain", "X-Api-Key": "k", Host: "elsewhere.example" },
      body: "hello",
    });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({
      url: "/echo?x=1",
      method: "POST",
      body: "hello",
      headers: { host: `one.example:${server.port}`, "x-api-key": "k", "user-agent": "Stoa" },
    });
  });

  test.each([
    ["/error", 503, "not now"],
    ["/empty", 204, ""],
    ["/to?/echo", 302, "this way"],
  ])("returns the response to %s whatever its status is", async (path, status, text) => {
    const response = await call(path);
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  test("goes to an address in the URL without asking for its name", async () => {
    configureOutbound(true);
    expect((await outbound(`${server.url}/echo`)).status).toBe(200);
    expect((await outbound(`http://localhost:${server.port}/echo`)).status).toBe(200);
  });
});

describe("URLs of other schemes than http and https", () => {
  test.each([
    "file:///etc/passwd",
    "ftp://one.example/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "//one.example",
    "one.example",
    "http://",
    "http://user:password@one.example/",
    "http://user@one.example/",
    "",
  ])("the URL %j is not called", async (url) => {
    expect((await failureOf(outbound(url, {}, wayTo())))[0]).toBe("url");
  });
});

describe("addresses of this machine", () => {
  test.each([
    "127.0.0.1",
    "127.1",
    "127.0.0.1.",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "①②⑦.0.0.1",
    "0",
    "0.0.0.0",
    "localhost",
    "LOCALHOST",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
  ])("the host %s is not called, because it means this machine", async (host) => {
    const [failure, message] = await failureOf(outbound(`http://${host}:${server.port}/echo`));
    expect(failure).toBe("address");
    expect(message).toContain("ALLOW_PRIVATE_ADDRESSES");
    expect(server.seen).toEqual([]);
  });

  test("a cloud's metadata address is not called even when private addresses are allowed", async () => {
    configureOutbound(true);
    for (const host of ["169.254.169.254", "[fd00:ec2::254]", "0.0.0.0"])
      expect((await failureOf(outbound(`http://${host}/latest/meta-data`)))[0]).toBe("address");
  });
});

describe("a host name", () => {
  test("is resolved once for a call, so that a later answer of the resolver leads nowhere else", async () => {
    const way = wayTo({ "one.example": [["127.0.0.1"], ["127.0.0.2"]] });
    expect((await call("/echo", {}, way)).status).toBe(200);
    expect(way.asked).toEqual(["one.example"]);
  });

  test("is resolved again for each call", async () => {
    const way = wayTo({ "one.example": [["127.0.0.1"], ["127.0.0.2"]] });
    await call("/echo", {}, way);
    expect((await failureOf(call("/echo", {}, way)))[0]).toBe("address");
    expect(server.seen).toHaveLength(1);
  });

  test("is called at the first of its addresses that is permitted", async () => {
    const way = wayTo({ "one.example": [["127.0.0.2", "127.0.0.1"]] });
    expect((await call("/echo", {}, way)).status).toBe(200);
  });

  test("is called at its next address when nobody listens at the first", async () => {
    const way: Way = { resolve: async () => ["127.0.0.2", "127.0.0.1"], permits: () => true };
    expect((await call("/echo", {}, way)).status).toBe(200);
  });

  test("is called at an address that the caller's own rule permits", async () => {
    const asked: string[] = [];
    const resolve = async () => ["127.0.0.1"];
    const permits = (_: string, target: URL) => asked.push(target.href) > 0 && target.hostname === "one.example";
    expect((await call("/echo", {}, { resolve, permits })).status).toBe(200);
    expect(asked).toEqual([`http://one.example:${server.port}/echo`]);
    const other = outbound(`http://two.example:${server.port}/echo`, {}, { resolve, permits });
    expect((await failureOf(other))[0]).toBe("address");
  });

  test("is reported as an unknown name when it can't exist", async () => {
    const [failure, message] = await failureOf(outbound(`http://${IMPOSSIBLE_HOST}/`));
    expect(failure).toBe("name");
    expect(message).toStartWith(`${IMPOSSIBLE_HOST}: `);
  });

  test("is not called when it has no permitted address", async () => {
    expect((await failureOf(call("/echo", {}, wayTo({ "one.example": [[]] }))))[0]).toBe("address");
  });
});

describe("a redirect", () => {
  const to = (target: string) => `/to?${encodeURIComponent(target)}`;
  const headers = { authorization: "Bearer secret", "x-api-key": "secret", accept: "application/json" };

  test("is followed on the same server with method, headers and body", async () => {
    const response = await call(to("/echo"), { redirects: 1, headers });
    expect(await response.json()).toMatchObject({ headers });
  });

  test("loses keys and tokens on the way to another server", async () => {
    const way = wayTo({ "one.example": [["127.0.0.1"]], "two.example": [["127.0.0.1"]] });
    const response = await call(to(`http://two.example:${server.port}/echo`), { redirects: 1, headers }, way);
    const sent = await response.text();
    expect(JSON.parse(sent).headers).toMatchObject({ host: `two.example:${server.port}`, accept: "application/json" });
    expect(sent).not.toContain("secret");
    expect(way.asked).toEqual(["one.example", "two.example"]);
  });

  test.each(["http://127.0.0.2:1/", "http://169.254.169.254/", "http://[::1]/", "http://localhost/"])(
    "is not followed to %s",
    async (target) => {
      expect((await failureOf(call(to(target), { redirects: 3 })))[0]).toBe("address");
      expect(server.seen).toHaveLength(1);
    },
  );

  test.each(["file:///etc/passwd", "javascript:alert(1)", "http://user@one.example/"])(
    "is refused to %s",
    async (target) => {
      expect((await failureOf(call(to(target), { redirects: 3 })))[0]).toBe("url");
    },
  );

  test("is refused when its target is no URL", async () => {
    expect((await failureOf(call(to("http://["), { redirects: 3 })))[0]).toBe("redirects");
  });

  test("is followed only a limited number of times", async () => {
    expect((await failureOf(call("/circle", { redirects: 3 })))[0]).toBe("redirects");
    expect(server.seen.map(({ url }) => url)).toEqual(["/circle", "/circle?1", "/circle?2", "/circle?3"]);
  });

  test("is not followed by a request other than GET, so that a body goes only where it was sent", async () => {
    const response = await call("/see-other", { method: "POST", body: "secret", redirects: 3 });
    expect(response.status).toBe(303);
    expect(server.seen).toHaveLength(1);
  });
});

describe("the limits of an answer", () => {
  test.each([
    ["/just", "x".repeat(1_000)],
    ["/gzip?1000", "x".repeat(1_000)],
  ])("the answer of %s fits into the limit", async (path, text) => {
    expect(await (await call(path, { maxBytes: 1_000 })).text()).toBe(text);
  });

  test.each(["/large", "/endless", "/gzip?1001", "/gzip?50000000"])(
    "the answer of %s is refused as too large",
    async (path) => {
      const [failure, message] = await failureOf(call(path, { maxBytes: 1_000 }));
      expect([failure, message]).toEqual(["size", `one.example:${server.port} answers with more than 1000 bytes`]);
    },
  );

  test.each(["/silent", "/stuck", "/endless"])("the answer of %s is cancelled after its time limit", async (path) => {
    const [failure, message] = await failureOf(call(path, { timeout: 200, maxBytes: 1e12 }));
    expect([failure, message]).toEqual(["timeout", `one.example:${server.port} took too long`]);
  });

  test("a resolver that never answers is cancelled after the time limit", async () => {
    const way: Way = { resolve: () => new Promise(() => {}), permits: () => true };
    expect((await failureOf(call("/echo", { timeout: 50 }, way)))[0]).toBe("timeout");
  });

  test("the caller can cancel the call early", async () => {
    const stop = new AbortController();
    const failure = failureOf(call("/silent", { signal: stop.signal }));
    stop.abort();
    expect((await failure)[0]).toBe("timeout");
  });

  test.each([
    ["/half", "unreachable"],
    ["/broken-gzip", "answer"],
    ["/brotli", "answer"],
  ])("the broken answer of %s is reported as a failure", async (path, failure) => {
    expect((await failureOf(call(path)))[0]).toBe(failure);
  });
});

/** Starts a server below HTTP; it is stopped with the tests. */
async function listening(plain: Server): Promise<number> {
  await new Promise<void>((ready) => plain.listen(0, "127.0.0.1", ready));
  afterAll(() => {
    plain.close();
  });
  return (plain.address() as { port: number }).port;
}

test.each(["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n", ""])(
  "a server that answers with %j is reported as a failure",
  async (greeting) => {
    const port = await listening(createPlain((socket) => socket.on("error", () => {}).end(greeting)));
    const way = wayTo({ "one.example": [["127.0.0.1"]] });
    expect(["unreachable", "answer"]).toContain(
      (await failureOf(outbound(`http://one.example:${port}/`, { timeout: 5_000 }, way)))[0],
    );
  },
);

describe("an https call", () => {
  const secure = () =>
    listening(
      createTls({ key: certificateKey, cert: certificate }, (socket) => {
        socket.on("error", () => {});
        socket.on("data", (data) => {
          const host = /host: ([^\r]*)/i.exec(String(data))?.[1] ?? "";
          const location = String(data).startsWith("GET /down") ? "\r\nlocation: http://one.example/" : "";
          socket.end(
            `HTTP/1.1 ${location ? 302 : 200} OK\r\ncontent-length: ${host.length}${location}\r\nconnection: close\r\n\r\n${host}`,
          );
        });
      }).on("tlsClientError", () => {}),
    );

  test("requires a certificate of a trusted authority", async () => {
    const port = await secure();
    const [failure, message] = await failureOf(
      outbound(`https://one.example:${port}/`, {}, wayTo({ "one.example": [["127.0.0.1"]] })),
    );
    expect(failure).toBe("certificate");
    expect(message).toContain("UNABLE_TO_VERIFY");
  });

  test("trusts the authorities that the configuration has in addition to the public ones", async () => {
    const port = await secure();
    const call = () => outbound(`https://one.example:${port}/`, {}, wayTo({ "one.example": [["127.0.0.1"]] }));
    configureOutbound(false, [authority]);
    try {
      expect(await (await call()).text()).toBe(`one.example:${port}`);
    } finally {
      configureOutbound(false);
    }
    expect((await failureOf(call()))[0]).toBe("certificate");
  });

  test("requires a certificate for the host name, though the connection goes to an address", async () => {
    const port = await secure();
    const authorities = join(newFolder(), "authority.pem");
    writeFileSync(authorities, authority);
    const program = `
      const { outbound } = await import(${JSON.stringify(join(import.meta.dir, "../../src/platform/outbound"))});
      const way = { resolve: async () => ["127.0.0.1"], permits: () => true };
      for (const path of ["//one.example:${port}/", "//one.example.:${port}/", "//two.example:${port}/", "//127.0.0.1:${port}/", "//one.example:${port}/down"])
        try {
          console.log(await (await outbound("https:" + path, { redirects: 1 }, way)).text());
        } catch (error) {
          console.log(error.failure, error.message);
        }
    `;
    const child = Bun.spawn([process.execPath, "-e", program], {
      env: { PATH: process.env["PATH"] ?? "", NODE_EXTRA_CA_CERTS: authorities },
      stderr: "inherit",
    });
    expect((await new Response(child.stdout).text()).trim().split("\n")).toEqual([
      `one.example:${port}`,
      `one.example.:${port}`,
      `certificate two.example:${port}: ERR_TLS_CERT_ALTNAME_INVALID`,
      `certificate 127.0.0.1:${port}: ERR_TLS_CERT_ALTNAME_INVALID`,
      `redirects one.example:${port} redirects from https to http`,
    ]);
    expect(await child.exited).toBe(0);
  });
});
