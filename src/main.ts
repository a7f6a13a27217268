#!/usr/bin/env bun
import { run } from "./cli/program";

run(process.argv.slice(2)).then((code) => process.exit(code));
