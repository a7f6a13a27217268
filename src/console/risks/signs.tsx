/** Signs of risks: their numbers, levels, and how grave a cell of the matrix is. */
import type { ReactNode } from "react";
import { Status } from "../ui/signs";
import type { Level } from "./queries";
import { levelWords, numberOf } from "./words";

const TONES: Partial<Record<Level, "bad" | "warn">> = { critical: "bad", high: "warn" };

/** Shows a level: the grave ones with their shapes, the others as words. */
export function LevelSign({ level, isAlone = false }: { level: Level; isAlone?: boolean }) {
  const tone = TONES[level];
  const word = levelWords()[level];
  if (!tone) return isAlone ? null : <span className="level-word">{word}</span>;
  return isAlone ? <Status tone={tone} title={word} /> : <Status tone={tone}>{word}</Status>;
}

/** Returns the class of the number of a risk. @param isLeft true for what is left of it, false for what it was before */
export const tokenClass = (isLeft: boolean, isSelected: boolean): string =>
  ["risk-number num", isLeft ? "left" : "", isSelected ? "on" : ""].filter(Boolean).join(" ");

/** Shows the number of a risk in a ring. */
export const RiskNumber = ({ reference, children }: { reference: string; children?: ReactNode }) => (
  <span className={tokenClass(false, false)} title={reference}>
    {children ?? numberOf(reference)}
  </span>
);
