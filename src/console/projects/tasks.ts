/** Tasks of projects: what is late. */
import { today } from "../charts/days";
import type { Task } from "./queries";

/** Checks whether a task was due before today and isn't done. */
export const isLate = ({ status, due_date: due }: Pick<Task, "status" | "due_date">): boolean =>
  status !== "done" && due !== null && due < today();
