/** Runs before the first test: what every test file may rely on. */
import { afterAll } from "bun:test";
import { rmSync } from "node:fs";
import { areas } from "../../src/areas";
import { installAreas } from "../../src/core/area";
import { scratch } from "./scratch";

installAreas(areas);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
