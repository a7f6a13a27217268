/** Calculations: the list by type at the left, and of the chosen one its formula with a trial. */
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useTypes } from "../../metamodel/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import "./calculations.css";
import { CalculationContent } from "./calculation";
import { CalculationList, NewCalculation } from "./list";
import { calculations as page } from "./page";
import { type Calculation, calculationsQuery } from "./queries";

export default function CalculationsPage() {
  const { t } = useLingui();
  const { calculation: id } = page.useSearch();
  const { data: all, error, refetch } = useQuery(calculationsQuery);
  const types = useTypes();
  const current = all?.find((one) => one.id === id) ?? all?.[0];
  return (
    <PageFrame
      label={t`Calculations`}
      title={<AdministrationTrail>{t`Calculations`}</AdministrationTrail>}
      actions={
        <>
          <span className="sp" />
          <NewCalculation type={current?.target_type_key} />
        </>
      }
    >
      <div className="work stacks">
        {all && all.length > 0 && <CalculationList all={all} current={current} />}
        {!current && (
          <section className="col" aria-label={t`Calculations`}>
            {error && <Failed error={error} retry={refetch} />}
            {!all && !error && <LoadingRows rows={12} />}
            {all?.length === 0 && (
              <Empty title={<Trans>There is no calculation yet</Trans>} actions={<NewCalculation />}>
                <Trans>
                  A calculation fills a field of all cards of a type by a formula, such as the cost per user of
                  applications.
                </Trans>
              </Empty>
            )}
          </section>
        )}
        {current && (
          <CalculationContent key={current.id} calculation={current} type={types.get(current.target_type_key)} />
        )}
      </div>
      {all && <CalculationsFoot all={all} />}
    </PageFrame>
  );
}

function CalculationsFoot({ all }: { all: readonly Calculation[] }) {
  const on = all.filter(({ is_active }) => is_active).length;
  const failed = all.filter(({ last_error }) => last_error).length;
  return (
    <Foot>
      <span>
        <b>{all.length}</b> {plural(all.length, { one: "calculation", other: "calculations" })}
      </span>
      <span>
        <b>{on}</b> <Trans>on</Trans>
      </span>
      {failed > 0 && (
        <span className="bad">
          <b>{failed}</b> <Trans>failed in their last run</Trans>
        </span>
      )}
      <span className="sp" />
      <KeyHint keys={["tab"]}>
        <Trans>complete</Trans>
      </KeyHint>
      <KeyHint keys={["mod+enter"]}>
        <Trans>save</Trans>
      </KeyHint>
      <KeyHint keys={["z"]}>
        <Trans>undo</Trans>
      </KeyHint>
    </Foot>
  );
}
