/** The runs of a migration: its file is parsed in one step, and its records are applied in many small ones. */

import { run } from "../../core/runs/run";
import { longStep } from "../../core/runs/step";
import { Problem } from "../../http/errors";
import { UnreadableFile } from "../../platform/archive/source";
import { applyNext } from "./apply/apply";
import { failMigration } from "./apply/finish";
import { parseMigration } from "./staging/parse";

type Subject = { id: string };

/** Parses a file. @throws Problem 422 for one that can't be read */
const parseStep = longStep("migration.parse", ({ id }: Subject, run) => {
  try {
    parseMigration(id, run);
  } catch (error) {
    throw error instanceof UnreadableFile ? new Problem(422, error.message) : error;
  }
});

const applyStep = longStep("migration.apply", ({ id }: Subject, run) => applyNext(id, run));

export const parsing = run<Subject>("migration.parse", {
  needs: "admin.migrate",
  exclusive: ({ id }) => id,
  steps: [parseStep],
  operation: () => "POST /api/v1/migration/upload",
  work: ({ input, step }) => step(parseStep, input),
  failed: ({ id }, reason, author) => failMigration(author, id, reason),
  waiting: "SELECT id FROM migrations WHERE status = 'uploaded' AND file_hash IS NOT NULL",
});

export const applying = run<Subject>("migration.apply", {
  needs: "admin.migrate",
  exclusive: ({ id }) => id,
  onRestart: "resume",
  attempts: 5,
  steps: [applyStep],
  operation: ({ id }) => `POST /api/v1/migration/${id}/apply`,
  work: async ({ input, step }) => {
    while (await step(applyStep, input));
  },
  failed: ({ id }, reason, author) => failMigration(author, id, reason),
  waiting: "SELECT id FROM migrations WHERE status = 'applying'",
});
