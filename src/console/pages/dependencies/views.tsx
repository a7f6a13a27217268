/** The three ways to look at dependencies. */
import { useLingui } from "@lingui/react/macro";
import { Orbit, Table2, Waypoints } from "lucide-react";
import { Segments } from "../../ui/segments";

/** Around one card, between all domains, or the relations of one card as a grid. */
export type DependencyView = "card" | "all" | "grid";

/** Shows the choice; a phone has no grid. */
export function DependencyViews({
  shown,
  onChange,
}: {
  shown: DependencyView;
  onChange: (next: DependencyView) => void;
}) {
  const { t } = useLingui();
  return (
    <Segments
      label={t`View`}
      value={shown}
      options={[
        { value: "card", label: t`One card`, icon: Waypoints },
        { value: "all", label: t`Everything`, icon: Orbit },
        { value: "grid", label: t`As grid`, icon: Table2 },
      ]}
      onChange={onChange}
    />
  );
}
