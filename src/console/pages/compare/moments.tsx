/** The choice of the two days, and of the type of the cards. */
import { useLingui } from "@lingui/react/macro";
import { labelOf, useTypes } from "../../metamodel/queries";
import { AtChip, SettingChip } from "../../reports/setting-chip";
import { dayIn } from "../../todos/due";
import type { Comparison } from "./queries";

/** Days back that can be chosen at once. */
const PRESETS = { month: 30, quarter: 91, year: 365 } as const;
const ALL = "";

type MomentsProps = {
  from: string;
  to: string | undefined;
  type: string | undefined;
  types: Comparison["types"] | undefined;
  onChange: (change: {
    from?: string | undefined;
    to?: string | undefined;
    type?: string | undefined;
    filter?: string | undefined;
    card?: string | undefined;
  }) => void;
};

/** Shows the choice as chips. */
export function Moments({ from, to, type, types, onChange }: MomentsProps) {
  const { t } = useLingui();
  const known = useTypes();
  const preset = Object.entries(PRESETS).find(([, days]) => to === undefined && dayIn(-days) === from)?.[0];
  const labels = { month: t`a month`, quarter: t`a quarter`, year: t`a year`, other: t`between two days` };
  const offered = new Set([...(types ?? []).map((one) => one.type), ...(type ? [type] : [])]);
  return (
    <>
      <SettingChip
        name={t`Within`}
        value={preset ?? "other"}
        options={[...Object.keys(PRESETS), ...(preset ? [] : ["other"])].map((value) => ({
          value,
          label: labels[value as keyof typeof labels],
        }))}
        onChange={(next) => {
          const days = PRESETS[next as keyof typeof PRESETS];
          if (days) onChange({ from: days === PRESETS.month ? undefined : dayIn(-days), to: undefined });
        }}
      />
      <AtChip name={t`From`} at={from} onChange={(next) => onChange({ from: next })} />
      <AtChip name={t`To`} at={to} onChange={(next) => onChange({ to: next })} />
      <SettingChip
        name={t`Type`}
        value={type ?? ALL}
        options={[
          { value: ALL, label: t`all` },
          ...[...known.values()]
            .filter(({ key }) => offered.has(key))
            .map((one) => ({ value: one.key, label: labelOf(one) })),
        ]}
        onChange={(next) => onChange({ type: next || undefined, filter: undefined, card: undefined })}
      />
    </>
  );
}
