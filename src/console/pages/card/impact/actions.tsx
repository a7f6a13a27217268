/** The actions on an impact as a whole. */
import { useLingui } from "@lingui/react/macro";
import { Printer } from "lucide-react";
import { parseFilter } from "../../../filters/condition";
import { SavedReports } from "../../../reports/saved";
import { useMedia } from "../../../state/media";
import { Button } from "../../../ui/button";
import { ExportMenu } from "../../../ui/export-menu";
import { card as page } from "../page";
import { impactFile, STEPS } from "./query";

/** Shows printing and exporting. */
export function ImpactActions({ id }: { id: string }) {
  const { t } = useLingui();
  const { direction = "downstream", steps = STEPS, at, as = "both", filter = "" } = page.useSearch();
  const isNarrow = useMedia("(max-width: 1100px)");
  const hasGraph = as === "graph" || (as === "both" && !isNarrow);
  const save = async (format: "svg" | "png") => {
    const graph = document.querySelector<HTMLElement>(".graph-scroll");
    const { downloadPicture } = await import("../../../reports/picture");
    if (graph) await downloadPicture(graph, t`Impact`, format);
  };
  return (
    <>
      <SavedReports type="impact" />
      <Button icon={Printer} onPress={() => window.print()}>{t`Print`}</Button>
      <ExportMenu
        address={(format) => impactFile(id, { direction, steps, at }, parseFilter(filter), format)}
        picture={hasGraph ? save : undefined}
      />
      <span className="vsep" />
    </>
  );
}
