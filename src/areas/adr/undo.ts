/** The inverse that undoes the creation of records. */
import { eq } from "drizzle-orm";
import { db, tables } from "../../../db";
import { done, type Inverses, inverse, type Subject, skipped, unchanged } from "../../core/undo";

const { architectureDecisions } = tables;

const subject: Subject = { idField: "adr_id", table: "architecture_decisions" };

export const undo = {
  delete_adr: inverse({
    subject,
    permission: "adr.manage",
    effect: "deletes",
    clearable: ["adr_not_draft"],
    undo(_rollback, { subject }) {
      const row = db.select().from(architectureDecisions).where(eq(architectureDecisions.id, subject)).get();
      if (!row) return unchanged("already_deleted");
      if (row.status !== "draft") return skipped("adr_not_draft");
      db.delete(architectureDecisions).where(eq(architectureDecisions.id, subject)).run();
      return done;
    },
  }),
} satisfies Inverses;
