/** A chart next to the grid of the same cards, with one selection. The peek takes the grid's place; a phone has the grid alone. */
import { useLingui } from "@lingui/react/macro";
import { ChartScatter, Table2 } from "lucide-react";
import type { ReactNode } from "react";
import { useCommands } from "../commands/command";
import { usePeek } from "../navigation/peek";
import { useIsPhone, useMedia } from "../state/media";
import { Segments } from "../ui/segments";

/** The chart, with the grid where there is room for both, or the grid alone. */
export type ReportView = "chart" | "grid";

type ChoiceProps = { shown: ReportView; onChange: (shown: ReportView) => void };

/** Shows the choice between chart and grid; G turns it. */
export function ChartOrGrid({ shown, onChange }: ChoiceProps) {
  const { t } = useLingui();
  const turn = () => onChange(shown === "grid" ? "chart" : "grid");
  useCommands([{ id: "report.grid", label: t`Chart or grid alone`, keys: ["g"], run: turn }]);
  return (
    <span className="desk-only">
      <Segments
        label={t`View`}
        value={shown}
        options={[
          { value: "chart", label: t`Chart`, icon: ChartScatter },
          { value: "grid", label: t`Grid`, icon: Table2 },
        ]}
        onChange={onChange}
      />
    </span>
  );
}

type ChartAndGridProps = {
  shown: ReportView;
  /** With its legend above and its foot below. */
  chart: ReactNode;
  grid: ReactNode;
  /** The width of the grid next to the chart in px. */
  width: number;
  /** True while a panel takes the grid's place. */
  isCrowded?: boolean;
};

/** Shows both, parted by a hairline; one of them where there is no room for two. */
export function ChartAndGrid({ shown, chart, grid, width, isCrowded = false }: ChartAndGridProps) {
  const isPhone = useIsPhone();
  const isNarrow = useMedia("(max-width: 1320px)");
  const hasPeek = usePeek() !== undefined;
  const hasChart = shown === "chart" && !isPhone;
  const hasGrid = !hasChart || !(isNarrow || hasPeek || isCrowded);
  return (
    <div className="work">
      {hasChart && <section className="chart-side">{chart}</section>}
      {hasGrid && (
        <section className="grid-side" style={{ flex: hasChart ? `0 1 ${width}px` : 1 }}>
          {grid}
        </section>
      )}
    </div>
  );
}
