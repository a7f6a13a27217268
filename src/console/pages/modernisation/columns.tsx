/** The columns of recommendations, and their order. */
import { t } from "@lingui/core/macro";
import { Engine } from "../../analysis/engine";
import type { Modernisation } from "../../analysis/queries";
import type { Column } from "../../grid/column";
import type { CardType } from "../../metamodel/queries";
import { TypeIcon } from "../../ui/icon";
import { adviceWords, Effort, levelWords, PRIORITIES, Priority } from "./words";

const VALUES: Record<string, (item: Modernisation) => string | number> = {
  name: ({ card_name }) => card_name?.toLocaleLowerCase() ?? "",
  advice: ({ modernization_type }) => modernization_type,
  priority: ({ priority }) => (PRIORITIES as readonly string[]).indexOf(priority),
  effort: ({ effort }) => -(PRIORITIES as readonly string[]).indexOf(effort),
};

/** Returns the recommendations by a value; without one in the order of their urgency. */
export function sorted(items: readonly Modernisation[], sort: string | undefined): readonly Modernisation[] {
  const value = VALUES[sort?.replace(/^-/, "") ?? ""];
  if (!value) return items;
  const sign = sort?.startsWith("-") ? -1 : 1;
  return items.toSorted((one, other) => {
    const [left, right] = [value(one), value(other)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

type Context = { types: ReadonlyMap<string, CardType>; isNarrow: boolean; isPhone: boolean };

/** Returns the columns. */
export function adviceColumns({ types, isNarrow, isPhone }: Context): Column<Modernisation>[] {
  const columns: Column<Modernisation>[] = [
    {
      key: "name",
      label: t`Card`,
      width: 230,
      sort: "name",
      className: "nm",
      cell: (item) => (
        <>
          <TypeIcon type={types.get(item.target_type)} />
          <span className="trunc">{item.card_name ?? item.current_tech}</span>
        </>
      ),
      text: ({ card_name }) => card_name ?? "",
    },
    {
      key: "advice",
      label: t`Advice`,
      width: 100,
      sort: "advice",
      cell: ({ modernization_type: type }) => <span className="trunc">{adviceWords()[type] ?? type}</span>,
      text: ({ modernization_type }) => modernization_type,
    },
    {
      key: "why",
      label: t`Why`,
      cell: ({ facts, recommendation, engine }) => (
        <>
          <span className="trunc c2" title={[recommendation, ...facts].join("\n")}>
            {facts.length > 0 ? facts.join(". ") : recommendation}
          </span>
          <Engine engine={engine} isQuiet />
        </>
      ),
      text: ({ facts }) => facts.join(". "),
    },
    {
      key: "priority",
      label: t`Priority`,
      width: 110,
      sort: "priority",
      cell: ({ priority }) => <Priority priority={priority} />,
      text: ({ priority }) => levelWords()[priority] ?? priority,
    },
    {
      key: "effort",
      label: t`Effort`,
      width: 110,
      sort: "effort",
      cell: ({ effort }) => <Effort effort={effort} />,
      text: ({ effort }) => levelWords()[effort] ?? effort,
    },
  ];
  if (isPhone)
    return columns
      .filter(({ key }) => key === "name" || key === "priority")
      .map(({ width: _, ...one }, at) => (at ? { ...one, width: 110 } : one));
  return columns.filter(({ key }) => !isNarrow || key !== "effort");
}
