/** A risk next to what one is reading. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Maximize2, ShieldAlert, X } from "lucide-react";
import { useCommands } from "../commands/command";
import { useGo } from "../navigation/link";
import { Foot, KeyHint } from "../ui/bars";
import { IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { Failed, LoadingRows } from "../ui/states";
import { type Risk, riskQuery } from "./queries";
import {
  Acceptance,
  AffectedCards,
  AssessmentTable,
  RiskDecisions,
  RiskFacts,
  RiskHead,
  RiskMoves,
  useMayEdit,
} from "./sections";
import { Tasks } from "./tasks";

type PeekProps = {
  id: string;
  close: () => void;
  /** Leads to the risk after or before it in the list. */
  step: (by: 1 | -1) => void;
  isAccepting: boolean;
  accept: (isAccepting: boolean) => void;
};

/** Shows the peek. */
export function RiskPeek({ id, close, step, isAccepting, accept }: PeekProps) {
  const { t } = useLingui();
  const { data: risk, error, refetch } = useQuery(riskQuery(id));
  const mayEdit = useMayEdit(risk);
  const go = useGo();
  const open = () => go({ to: "/ea-delivery/risks/$id", params: { id } });
  useCommands([
    { id: "risk.close", label: t`Close the peek`, keys: ["escape"], quiet: true, run: close },
    { id: "risk.open", label: t`Open the risk`, keys: ["o"], quiet: true, run: open },
    { id: "risk.next", label: t`Next risk`, keys: ["]", "j"], quiet: true, run: () => step(1) },
    { id: "risk.before", label: t`Risk before`, keys: ["shift+[", "k"], quiet: true, run: () => step(-1) },
  ]);
  return (
    <aside className="peek" aria-label={risk?.title ?? t`Risk`}>
      <div className="ph">
        <Icon of={ShieldAlert} size={14} className="c3" />
        <span className="c3 t12 peek-kind trunc">
          {t`Risk`}
          {risk && ` · ${risk.reference}`}
        </span>
        <span className="sp" />
        <IconButton icon={ChevronUp} label={t`Risk before`} keys="k" onPress={() => step(-1)} />
        <IconButton icon={ChevronDown} label={t`Next risk`} keys="j" onPress={() => step(1)} />
        <IconButton icon={Maximize2} label={t`Open the risk`} keys="o" onPress={open} />
        <IconButton icon={X} label={t`Close`} keys="escape" onPress={close} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="pb scroll" tabIndex={0} aria-label={t`Risk`}>
        {error && <Failed error={error} retry={refetch} />}
        {!risk && !error && <LoadingRows rows={8} />}
        {risk && <PeekSections {...{ risk, mayEdit, isAccepting, accept, close }} />}
      </section>
      <Foot>
        <KeyHint keys={["o"]}>
          <Trans>open</Trans>
        </KeyHint>
        <KeyHint keys={["t"]}>
          <Trans>task</Trans>
        </KeyHint>
        <KeyHint keys={["l"]}>
          <Trans>link</Trans>
        </KeyHint>
        <span className="sp" />
        {risk && (
          <span>
            <Trans>Saved</Trans>
          </span>
        )}
      </Foot>
    </aside>
  );
}

type SectionsProps = { risk: Risk; mayEdit: boolean } & Pick<PeekProps, "isAccepting" | "accept" | "close">;

function PeekSections({ risk, mayEdit, isAccepting, accept, close }: SectionsProps) {
  return (
    <>
      <RiskHead risk={risk} mayEdit={mayEdit} />
      <AssessmentTable risk={risk} mayEdit={mayEdit} />
      <RiskFacts risk={risk} mayEdit={mayEdit} />
      <Acceptance risk={risk} />
      <Tasks risk={risk} mayEdit={mayEdit} />
      <AffectedCards risk={risk} mayEdit={mayEdit} />
      <RiskDecisions risk={risk} />
      <RiskMoves risk={risk} isAccepting={isAccepting} accept={accept} onDeleted={close} />
    </>
  );
}
