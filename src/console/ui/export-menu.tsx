/** The menu that makes a file of a list or a report. */
import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { addressAtMoment } from "../server/moment";
import { addressInScenario } from "../server/scenario";
import { Button } from "./button";
import { type Entry, Menu } from "./menu";

/** Begins to download an address. */
export function download(address: string): void {
  const link = document.createElement("a");
  link.href = addressAtMoment(addressInScenario(address));
  link.download = "";
  link.click();
}

/** Begins to download what the page has made. @param name of the file, with its ending */
export function downloadBlob(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name.replaceAll(/[\\/:*?"<>|]+/g, " ").trim();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

type ExportMenuProps = {
  /** Returns the address of the file in a format. */
  address?: ((format: "csv" | "xlsx") => string) | undefined;
  /** Downloads what is shown as a picture. */
  picture?: ((format: "svg" | "png") => unknown) | undefined;
  /** Further entries, behind the formats. */
  more?: readonly Entry[];
};

/** Shows the menu of the formats. */
export function ExportMenu({ address, picture, more = [] }: ExportMenuProps) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Export`}
      trigger={<Button icon={Download}>{t`Export`}</Button>}
      entries={[
        ...(address
          ? [
              { id: "xlsx", label: t`Workbook (XLSX)`, run: () => download(address("xlsx")) },
              { id: "csv", label: t`Text (CSV)`, run: () => download(address("csv")) },
            ]
          : []),
        ...(picture
          ? [
              { id: "svg", label: t`Picture (SVG)`, begins: address !== undefined, run: () => picture("svg") },
              { id: "png", label: t`Picture (PNG)`, run: () => picture("png") },
            ]
          : []),
        ...more,
      ]}
    />
  );
}
