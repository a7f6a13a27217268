/** Runs before the first test: what every test file may rely on. */
import { afterAll, setDefaultTimeout } from "bun:test";
import { rmSync } from "node:fs";
import { scratch } from "./scratch";

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

// The tests start real servers; a slow, shared machine needs more than the five seconds of the default.
setDefaultTimeout(120_000);
