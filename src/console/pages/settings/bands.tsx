/** The order of the bands of the process house. */
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { fieldOf, optionLabel } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { api } from "../../server/client";
import { settingsQuery } from "../../server/session";
import { IconButton } from "../../ui/button";
import { saveSetting } from "./queries";
import { SettingRow } from "./subject";

/** Shows the bands from top to bottom, each with what moves it up. */
export function BandsSetting() {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(settingsQuery);
  const kinds = fieldOf(useTypes().get("BusinessProcess"), "processType");
  const order = [...new Set([...data.bpm_row_order, ...(kinds?.options ?? []).map(({ key }) => key)])];
  const name = t`Bands of the process house`;
  const moveUp = (at: number) => {
    const row_order = order.with(at - 1, order[at] as string).with(at, order[at - 1] as string);
    void saveSetting(name, () => api.PATCH("/api/v1/settings/bpm-row-order", { body: { row_order } }));
  };
  return (
    <SettingRow name={name}>
      <ol className="setting-bands" aria-label={name}>
        {order.map((kind, at) => {
          const label = kinds ? optionLabel(kinds, kind) : kind;
          return (
            <li key={kind}>
              <span>{label}</span>
              {at > 0 && (
                <IconButton icon={ArrowUp} size={14} label={t`Move ${label} up`} writes onPress={() => moveUp(at)} />
              )}
            </li>
          );
        })}
      </ol>
    </SettingRow>
  );
}
