#!/usr/bin/env bun
import { readConfig } from "./config";
import { startLog } from "./platform/log";
import { startServer } from "./server";

const config = readConfig();
startLog(config);
const s = await startServer(config, () => process.exit(1));
process.on("SIGTERM", async () => {
  await s.stop();
  process.exit(0);
});
