/** Every operation while another program holds the write lock: what reads is answered; what changes something waits, and is refused in the end. */
import { afterEach, expect, test } from "bun:test";
import { durable } from "../../db/durability";
import { setPatience } from "../../db/write-lock";
import { resetRateLimits } from "../../src/http/rate-limit";
import { holdLock } from "../support/lock";
import { isFailure, randomFrom } from "../support/openapi";
import { callOf, payloadOf } from "./fixtures";
import { describedServer, operationNames } from "./setup";

const described = describedServer();
let release = () => {};
afterEach(() => {
  release();
  setPatience();
});

for (const [at, name] of operationNames.entries())
  test(`${name} is answered or refused with Retry-After while another program holds the write lock`, async () => {
    resetRateLimits();
    const operation = described.operation(name);
    const { token } = await described.server.as("admin");
    const call = callOf(operation, described.schemas, randomFrom(at));
    const { body, type } = payloadOf(operation, call);
    await durable();
    setPatience(1);
    release = holdLock(described.server.databaseFile);
    const {
      status,
      headers,
      body: content,
    } = await fetch(described.server.url + call.path, {
      method: call.method,
      body,
      headers: { authorization: `Bearer ${token}`, ...(type && { "content-type": type }) },
      redirect: "manual",
    });
    await content?.cancel();
    if (call.method === "GET" || status !== 503) expect(isFailure(operation, status), String(status)).toBe(false);
    else expect(headers.get("retry-after")).toBe("5");
  });
