/** A risk by itself, with the whole history of its tasks. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useGo } from "../../navigation/link";
import { riskQuery } from "../../risks/queries";
import {
  Acceptance,
  AffectedCards,
  AssessmentTable,
  RiskDecisions,
  RiskFacts,
  RiskHead,
  RiskMoves,
  useMayEdit,
} from "../../risks/sections";
import { Tasks } from "../../risks/tasks";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../style/risks.css";
import { risk as page } from "./page";

export default function RiskPage() {
  const { t } = useLingui();
  const { id } = page.useParams();
  const { task } = page.useSearch();
  const go = useGo();
  const { data: risk, error, refetch } = useQuery(riskQuery(id));
  const mayEdit = useMayEdit(risk);
  const [isAccepting, accept] = useState(false);
  return (
    <PageFrame
      label={risk?.reference ?? t`Risk`}
      title={
        <AreaTrail area={t`Risk register`} to="/risks">
          {risk?.reference ?? t`Risk`}
        </AreaTrail>
      }
    >
      <div className="work risk-page">
        {error && <Failed error={error} retry={refetch} />}
        {!risk && !error && <LoadingRows rows={12} />}
        {risk && (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
            <section className="risk-main scroll" tabIndex={0} aria-label={risk.title}>
              <RiskHead risk={risk} mayEdit={mayEdit} />
              <AssessmentTable risk={risk} mayEdit={mayEdit} />
              <Acceptance risk={risk} />
              <Tasks key={task} risk={risk} mayEdit={mayEdit} opened={task} />
              <RiskMoves
                risk={risk}
                isAccepting={isAccepting}
                accept={accept}
                onDeleted={() => go({ to: "/risks", replace: true })}
              />
            </section>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
            <aside className="risk-side scroll" tabIndex={0} aria-label={t`Facts`}>
              <RiskFacts risk={risk} mayEdit={mayEdit} />
              <AffectedCards risk={risk} mayEdit={mayEdit} />
              <RiskDecisions risk={risk} />
            </aside>
          </>
        )}
      </div>
      <Foot>
        <span className="sp" />
        <KeyHint keys={["t"]}>
          <Trans>task</Trans>
        </KeyHint>
        <KeyHint keys={["l"]}>
          <Trans>link</Trans>
        </KeyHint>
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}
