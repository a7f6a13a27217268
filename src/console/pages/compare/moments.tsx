/** The choice of the two days, or of a scenario, and of the type of the cards. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Button } from "react-aria-components";
import { labelOf, useTypes } from "../../metamodel/queries";
import { AtChip, SettingChip } from "../../reports/setting-chip";
import { scenarioQuery } from "../../scenarios/queries";
import { dayIn } from "../../todos/due";
import { Icon } from "../../ui/icon";
import { type Comparison, scenarioIn } from "./queries";

/** Days back that can be chosen at once. */
const PRESETS = { month: 30, quarter: 91, year: 365 } as const;
const ALL = "";

type MomentsProps = {
  from: string | undefined;
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
  const scenario = scenarioIn(to);
  const offered = new Set([...(types ?? []).map((one) => one.type), ...(type ? [type] : [])]);
  return (
    <>
      {scenario ? (
        <ScenarioChip id={scenario} onRemove={() => onChange({ to: undefined, card: undefined })} />
      ) : (
        <Days from={from} to={to} onChange={onChange} />
      )}
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

type DaysProps = Pick<MomentsProps, "from" | "to" | "onChange">;

/** Shows the choice of two days. */
function Days({ from, to, onChange }: DaysProps) {
  const { t } = useLingui();
  const preset = Object.entries(PRESETS).find(([, days]) => to === undefined && dayIn(-days) === from)?.[0];
  const labels = { month: t`a month`, quarter: t`a quarter`, year: t`a year`, other: t`between two days` };
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
    </>
  );
}

/** Shows which scenario is compared with what it began with; it can be taken away. */
function ScenarioChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useLingui();
  const { data } = useQuery(scenarioQuery(id));
  return (
    <span className="chip">
      <span className="k">
        <Trans>Scenario</Trans>
      </span>
      <span className="trunc">{data?.name ?? "…"}</span>
      <Button className="x" aria-label={t`Compare two days`} onPress={onRemove}>
        <Icon of={X} size={12} />
      </Button>
    </span>
  );
}
