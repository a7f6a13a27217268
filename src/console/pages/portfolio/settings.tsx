/** The settings of the portfolio: its type, its two axes, the area and the shade. */
import { useLingui } from "@lingui/react/macro";
import { labelOf } from "../../metamodel/queries";
import { SettingChip } from "../../reports/setting-chip";
import type { portfolio as page } from "./page";
import { choicesOf, NO_SIZE, type Subject } from "./subject";

type SettingsProps = { subject: Subject; onChange: ReturnType<typeof page.useSetSearch> };

/** Shows each choice as a chip. */
export function PortfolioSettings({ subject, onChange: setSearch }: SettingsProps) {
  const { t } = useLingui();
  const { type, x, y, size, shade } = subject;
  return (
    <>
      {subject.types.length > 1 && (
        <SettingChip
          name={t`Of`}
          value={type.key}
          options={subject.types.map((one) => ({ value: one.key, label: labelOf(one) }))}
          onChange={(next) =>
            setSearch({
              type: next,
              ...{ x: undefined, y: undefined, size: undefined, shade: undefined },
              ...{ cell: undefined, step: undefined, filter: undefined },
            })
          }
        />
      )}
      <SettingChip
        name={t`Across`}
        value={x.key}
        options={choicesOf(subject.scales)}
        onChange={(next) => setSearch({ x: next, ...(next === y.key && { y: x.key }), cell: undefined })}
      />
      <SettingChip
        name={t`Up`}
        value={y.key}
        options={choicesOf(subject.scales)}
        onChange={(next) => setSearch({ y: next, ...(next === x.key && { x: y.key }), cell: undefined })}
      />
      <SettingChip
        name={t`Area`}
        value={size?.key ?? NO_SIZE}
        options={[...choicesOf(subject.sizes), { value: NO_SIZE, label: t`all alike` }]}
        onChange={(next) => setSearch({ size: next })}
      />
      <SettingChip
        name={t`Shade`}
        value={shade.key}
        options={choicesOf(subject.scales)}
        onChange={(next) => setSearch({ shade: next, step: undefined })}
      />
    </>
  );
}
