/** The cells of a preview: unchanged grey, changed as before and after, made in ink, refused with a ring. */
import { useLingui } from "@lingui/react/macro";
import { Equal, OctagonX, Pencil, Plus, TriangleAlert } from "lucide-react";
import { Icon } from "../../ui/icon";
import { AttributeValue } from "../cells";
import type { JudgedRow, Sign } from "./rows";
import type { Target } from "./targets";

/** Icon and class of each sign. */
export const SIGNS = {
  change: { icon: Pencil, tone: "paste-sign" },
  create: { icon: Plus, tone: "paste-sign" },
  refused: { icon: OctagonX, tone: "st bad" },
  ask: { icon: TriangleAlert, tone: "st warn" },
  same: { icon: Equal, tone: "c3" },
} as const;

/** Gives the words of the signs. */
export function useSignWords(): Record<Sign, string> {
  const { t } = useLingui();
  return { change: t`Change`, create: t`Create`, refused: t`Refused`, ask: t`Ask`, same: t`Same` };
}

/** Shows the sign of a row; its word is read aloud. */
export function SignOf({ sign }: { sign: Sign }) {
  const words = useSignWords();
  const { icon, tone } = SIGNS[sign];
  return (
    <span className={tone} title={words[sign]}>
      <Icon of={icon} size={14} />
      <span className="aloud">{words[sign]}</span>
    </span>
  );
}

function Value({ target, value }: { target: Target; value: unknown }) {
  if (target.field) return <AttributeValue field={target.field} value={value} />;
  const word = target.options?.find((one) => one.value === value)?.label ?? String(value ?? "–");
  return <span className="trunc">{word}</span>;
}

/** Shows a cell of a row. */
export function PasteCell({ row, at, target }: { row: JudgedRow; at: number; target: Target | undefined }) {
  const text = row.texts[at] ?? "";
  if (!target) return <span className="trunc c3">{text}</span>;
  if (row.sign === "refused" && row.column === at) return <span className="trunc paste-wrong">{text || "–"}</span>;
  const changed = row.result?.changes[target.name];
  const value = target.read(text);
  if (changed && row.sign === "change")
    return (
      <span className="diff">
        <del>
          <Value target={target} value={changed.old} />
        </del>
        <ins>
          <Value target={target} value={changed.new} />
        </ins>
      </span>
    );
  const isQuiet = row.sign !== "create" && target.name !== "name";
  return (
    <span className={isQuiet || row.sign === "same" ? "trunc c3" : "trunc"}>
      {value === undefined || value === null ? text : <Value target={target} value={value} />}
    </span>
  );
}
