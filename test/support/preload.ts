/** Runs before the first test: what every test file may rely on. */
import { afterAll } from "bun:test";
import { rmSync } from "node:fs";
import { scratch } from "./scratch";

afterAll(() => rmSync(scratch, { recursive: true, force: true }));
