/**
 * The runs of a transfer. A preview works on a copy of the database; applying consists of slices, each of which is a step that also
 * stores its position. So nobody waits for more than a slice, and an interrupted run continues where it was.
 */
import type { Actor } from "../../core/access/actor";
import { run, type Work } from "../../core/runs/run";
import { actorOf, longStep, type StepRun, shortStep } from "../../core/runs/step";
import { backgroundTask } from "../../core/threads/tasks";
import { deleteStagedRows } from "./import/staging";
import type { Report } from "./model";
import {
  applyNext,
  completeApplying,
  completePreview,
  failTransfer,
  noteOrigin,
  type Origin,
  rehearseStaged,
  requireFormat,
  stage,
} from "./transfer-steps";

type Subject = { id: string };

const staging = backgroundTask("workspace.stage", (id: string) => stage(id));
const rehearsing = backgroundTask("workspace.rehearse", rehearseStaged);

/** The tasks of the runs that read. */
export const tasks = [staging, rehearsing];

const originStep = shortStep("workspace.origin", ({ id, origin }: Subject & { origin: Origin }, run): Actor => {
  noteOrigin(id, origin);
  return actorOf(run);
});

const reportStep = shortStep("workspace.report", ({ id, report }: Subject & { report: Report }, run) => {
  completePreview(actorOf(run), id, report);
  run.isComplete = true;
});

const applyStep = longStep("workspace.apply", ({ id }: Subject, run: StepRun) => applyNext(id, run));

const completeStep = shortStep("workspace.complete", ({ id }: Subject, run) => completeApplying(id, run));

/** Stages the rows of a transfer. @returns the importer @throws Problem 422 for a bundle that can't be read, or has another format */
async function stageRowsOf({ input, read, step }: Work<Subject>): Promise<Actor> {
  const origin = await read(staging, input.id);
  const actor = await step(originStep, { id: input.id, origin });
  requireFormat(origin);
  return actor;
}

/**
 * Stages the rows of a transfer, and deletes them after the work, however that ends. That is before the run's last step: the
 * next run of the transfer, which may begin at once, stages its own.
 */
async function withStagedRows<T>(work: Work<Subject>, use: (actor: Actor) => Promise<T>): Promise<T> {
  try {
    return await use(await stageRowsOf(work));
  } finally {
    deleteStagedRows(work.input.id);
  }
}

export const previewing = run<Subject>("workspace.preview", {
  needs: "admin.import_workspace",
  exclusive: ({ id }) => id,
  steps: [originStep, reportStep],
  operation: () => "POST /api/v1/admin/workspace/import",
  work: async (work) => {
    const { id } = work.input;
    const report = await withStagedRows(work, (actor) => work.read(rehearsing, { id, actor }));
    await work.step(reportStep, { id, report });
  },
  failed: ({ id }, reason, author) => failTransfer(author, id, reason),
  waiting: "SELECT id FROM workspace_transfers WHERE status = 'parsing' AND is_complete = 1",
});

export const applying = run<Subject>("workspace.apply", {
  needs: "admin.import_workspace",
  exclusive: ({ id }) => id,
  onRestart: "resume",
  attempts: 5,
  steps: [originStep, applyStep, completeStep],
  operation: ({ id }) => `POST /api/v1/admin/workspace/import/${id}/apply`,
  work: async (work) => {
    await withStagedRows(work, async () => {
      while (await work.step(applyStep, work.input));
    });
    await work.step(completeStep, work.input);
  },
  failed: ({ id }, reason, author) => failTransfer(author, id, reason),
  waiting: "SELECT id FROM workspace_transfers WHERE status = 'applying'",
});
