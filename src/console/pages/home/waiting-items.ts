/** The things that wait for me: broken approvals first, then tasks and surveys by the day that they are due. */
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../server/client";
import { mySurveysQuery } from "../../surveys/queries";
import { dueIn } from "../../todos/due";
import { openTodosQuery } from "../../todos/queries";
import { brokenQuery } from "./queries";

/** Something that waits for me. */
export type WaitingItem = { id: string; due: string | null } & (
  | { kind: "approval"; card: Schemas["ListedCard"] }
  | { kind: "todo"; todo: Schemas["Todo"] }
  | { kind: "survey"; survey: Schemas["PendingSurvey"] }
);

/** Sorts what has no day to the end. */
const byDue = (one: WaitingItem, other: WaitingItem): number => (one.due ?? "9999").localeCompare(other.due ?? "9999");

/** Gives what waits for me; undefined while it is read. */
export function useWaiting() {
  const approvals = useQuery(brokenQuery);
  const todos = useQuery(openTodosQuery);
  const surveys = useQuery(mySurveysQuery);
  const parts = [approvals, todos, surveys];
  const broken = approvals.data?.items.map((card): WaitingItem => ({ id: card.id, kind: "approval", card, due: null }));
  const tasks = todos.data?.items.map((todo): WaitingItem => ({ id: todo.id, kind: "todo", todo, due: todo.due_date }));
  const questions = surveys.data?.map(
    (survey): WaitingItem => ({ id: survey.survey_id, kind: "survey", survey, due: null }),
  );
  const isRead = parts.every(({ isPending }) => !isPending);
  const items = isRead ? [...(broken ?? []), ...[...(tasks ?? []), ...(questions ?? [])].toSorted(byDue)] : undefined;
  return {
    items,
    /** The number of things that wait: a survey counts once for each card that it asks about. */
    count: items?.reduce((sum, item) => sum + (item.kind === "survey" ? item.survey.pending_count : 1), 0),
    broken: broken?.length ?? 0,
    dueSoon: tasks?.filter(({ due }) => due !== null && dueIn(due).isSoon).length ?? 0,
    error: parts.find(({ error }) => error)?.error,
    retry: () => Promise.all(parts.filter(({ error }) => error).map(({ refetch }) => refetch())),
  };
}
