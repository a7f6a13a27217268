/** The actions on an impact as a whole. */
import { useLingui } from "@lingui/react/macro";
import { Printer } from "lucide-react";
import { Button } from "../../../ui/button";
import { ExportMenu } from "../../../ui/export-menu";
import { card as page } from "../page";
import { impactFile, STEPS } from "./query";

/** Shows printing and exporting. */
export function ImpactActions({ id }: { id: string }) {
  const { t } = useLingui();
  const { direction = "downstream", steps = STEPS, at } = page.useSearch();
  return (
    <>
      <Button icon={Printer} onPress={() => window.print()}>{t`Print`}</Button>
      <ExportMenu address={(format) => impactFile(id, { direction, steps, at }, format)} />
      <span className="vsep" />
    </>
  );
}
