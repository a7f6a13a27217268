/** The runs of a transfer: previewing and applying, each in one step. */
import { run } from "../../core/runs/run";
import { longStep, type StepRun } from "../../core/runs/step";
import { Problem } from "../../http/errors";
import { UnreadableFile } from "../../platform/archive/source";
import { applyTransfer, failTransfer, previewTransfer } from "./transfer-steps";

type Subject = { id: string };

/** A step of a transfer. @throws Problem 422 for a bundle that can't be read */
const transferStep = (name: string, work: (id: string, run: StepRun) => void) =>
  longStep(name, ({ id }: Subject, run) => {
    try {
      work(id, run);
    } catch (error) {
      throw error instanceof UnreadableFile ? new Problem(422, error.message) : error;
    }
    run.isComplete = true;
  });

const previewStep = transferStep("workspace.preview", previewTransfer);
const applyStep = transferStep("workspace.apply", applyTransfer);

export const previewing = run<Subject>("workspace.preview", {
  needs: "admin.import_workspace",
  exclusive: ({ id }) => id,
  steps: [previewStep],
  operation: () => "POST /api/v1/admin/workspace/import",
  work: ({ input, step }) => step(previewStep, input),
  failed: ({ id }, reason, author) => failTransfer(author, id, reason),
  waiting: "SELECT id FROM workspace_transfers WHERE status = 'parsing' AND is_complete = 1",
});

export const applying = run<Subject>("workspace.apply", {
  needs: "admin.import_workspace",
  exclusive: ({ id }) => id,
  steps: [applyStep],
  operation: ({ id }) => `POST /api/v1/admin/workspace/import/${id}/apply`,
  work: ({ input, step }) => step(applyStep, input),
  failed: ({ id }, reason, author) => failTransfer(author, id, reason),
  waiting: "SELECT id FROM workspace_transfers WHERE status = 'applying'",
});
