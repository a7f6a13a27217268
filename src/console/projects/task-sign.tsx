/** The sign of a task: done, being worked on, blocked, late, or to do. */
import { t } from "@lingui/core/macro";
import { Check, CircleDot, OctagonMinus, TriangleAlert } from "lucide-react";
import { Icon } from "../ui/icon";
import { Missing } from "../ui/signs";
import type { Task } from "./queries";
import { isLate } from "./tasks";
import { taskWords } from "./words";

/** Shows the sign; its word is read aloud. */
export function TaskSign({ task }: { task: Pick<Task, "status" | "due_date"> }) {
  const { status } = task;
  const word = isLate(task) ? t`${taskWords()[status]}, late` : taskWords()[status];
  if (status === "todo" && !isLate(task)) return <Missing title={word} />;
  const sign =
    status === "done" ? Check : status === "blocked" ? OctagonMinus : isLate(task) ? TriangleAlert : CircleDot;
  const tone = status === "blocked" ? "bad" : isLate(task) ? "warn" : "mut";
  return (
    <span className={`st task-sign ${tone}`} title={word}>
      <Icon of={sign} size={14} />
      <span className="aloud">{word}</span>
    </span>
  );
}
