/** The choice between the house, and capabilities or value streams by their processes. */
import { useLingui } from "@lingui/react/macro";
import { SettingChip } from "../../reports/setting-chip";
import { processHouse } from "./page";

/** Shows the choice. */
export function ShowChip() {
  const { t } = useLingui();
  const { show = "house" } = processHouse.useSearch();
  const setSearch = processHouse.useSetSearch();
  return (
    <SettingChip
      name={t`Show`}
      value={show}
      options={[
        { value: "house", label: t`the house` },
        { value: "capabilities", label: t`capabilities` },
        { value: "streams", label: t`value streams` },
      ]}
      onChange={(next) => setSearch({ show: next === "house" ? undefined : next, step: undefined, table: undefined })}
    />
  );
}
