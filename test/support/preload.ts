/** Runs before the first test of a process: what every test file may rely on. */
import { afterAll } from "bun:test";
import { readMacros } from "../../scripts/console/macros";
import { areas } from "../../src/areas";
import { installAreas } from "../../src/core/area";
import { deleteFolders } from "./scratch";
import { reuseThreads } from "./threads";

installAreas(areas);
readMacros();
reuseThreads();
afterAll(deleteFolders);
