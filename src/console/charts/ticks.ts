/** The marks of an axis of time: years, and between them as many months as there is room for. */
import { i18n } from "@lingui/core";
import type { TimeAxis } from "./time-axis";

export type Tick = { x: number; label: string; isYear: boolean };

/** Px that a mark takes, and a label of a month. */
const ROOM = { mark: 28, label: 44 };
const STEPS = [1, 3, 6, 12];

/** Returns the marks from left to right; a label is empty where it has no room. */
export function ticksOf(axis: Pick<TimeAxis, "from" | "to" | "x" | "width">): Tick[] {
  const first = axis.from.getUTCFullYear() * 12 + axis.from.getUTCMonth();
  const last = axis.to.getUTCFullYear() * 12 + axis.to.getUTCMonth();
  const perMonth = axis.width / Math.max(1, last - first);
  const step = STEPS.find((months) => months * perMonth >= ROOM.mark) ?? 12;
  const months = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((month) => month % step === 0);
  return months.flatMap((month): Tick[] => {
    const day = new Date(Date.UTC(Math.floor(month / 12), month % 12));
    const x = axis.x(day);
    if (x <= 0 || x >= axis.width - 4) return [];
    const isYear = month % 12 === 0;
    const name = new Intl.DateTimeFormat(i18n.locale || "en", { month: "short", timeZone: "UTC" });
    const label = isYear ? String(day.getUTCFullYear()) : step * perMonth >= ROOM.label ? name.format(day) : "";
    return [{ x, label, isYear }];
  });
}
