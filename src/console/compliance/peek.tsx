/** A finding next to the list: what is required, what would help, what is missing, and what is decided. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, ShieldCheck, X } from "lucide-react";
import { useState } from "react";
import { OptionsEditor } from "../cards/editors";
import { type Command, useCommands } from "../commands/command";
import { day, fromNow } from "../language/format";
import type { Field } from "../metamodel/fields";
import { labelOf, useTypes } from "../metamodel/queries";
import { Link, useGo } from "../navigation/link";
import { useSetPeek } from "../navigation/peek";
import { FactButton, wordField } from "../risks/sections";
import { useMay } from "../server/session";
import { Foot, KeyHint } from "../ui/bars";
import { Button, IconButton } from "../ui/button";
import { EditedText } from "../ui/edited-text";
import { Icon, TypeIcon } from "../ui/icon";
import { ReasonForm } from "../ui/reason-form";
import { KeyValue, Section } from "../ui/section";
import { AskingVerb } from "../ui/side";
import { Failed, LoadingRows } from "../ui/states";
import { correct, decide, deleteFinding, giveVerdict, promote } from "./changes";
import { type Decision, decisionsQuery, type Finding, findingQuery, overviewQuery } from "./queries";
import {
  decisionWords,
  FindingStatusSign,
  findingStatusWords,
  isGap,
  SeveritySign,
  sentenceOf,
  severityWords,
} from "./words";

type PeekProps = {
  id: string;
  regulationLabel: (regulation: string) => string;
  close: () => void;
  step: (by: 1 | -1) => void;
};

/** Shows the peek. */
export function FindingPeek({ id, regulationLabel, close, step }: PeekProps) {
  const { t } = useLingui();
  const { data: finding, error, refetch } = useQuery(findingQuery(id));
  useCommands([
    { id: "finding.close", label: t`Close the peek`, keys: ["escape"], quiet: true, run: close },
    { id: "finding.next", label: t`Next finding`, keys: ["]", "j"], quiet: true, run: () => step(1) },
    { id: "finding.before", label: t`Finding before`, keys: ["shift+[", "k"], quiet: true, run: () => step(-1) },
  ]);
  return (
    <aside className="peek" aria-label={t`Finding`}>
      <div className="ph">
        <Icon of={ShieldCheck} size={14} className="c3" />
        <span className="c3 t12 peek-kind trunc">
          {t`Finding`}
          {finding && ` · ${regulationLabel(finding.regulation)}`}
        </span>
        <span className="sp" />
        <IconButton icon={ChevronUp} label={t`Finding before`} keys="k" onPress={() => step(-1)} />
        <IconButton icon={ChevronDown} label={t`Next finding`} keys="j" onPress={() => step(1)} />
        <IconButton icon={X} label={t`Close`} keys="escape" onPress={close} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="pb scroll" tabIndex={0} aria-label={t`Finding`}>
        {error && <Failed error={error} retry={refetch} />}
        {!finding && !error && <LoadingRows rows={8} />}
        {finding && <Sections key={finding.id} finding={finding} regulationLabel={regulationLabel} close={close} />}
      </section>
      <Foot>
        <KeyHint keys={["1"]}>
          <Trans>decide</Trans>
        </KeyHint>
        <KeyHint keys={["r"]}>
          <Trans>risk</Trans>
        </KeyHint>
        <span className="sp" />
        {finding && (
          <span>
            <Trans>Saved</Trans>
          </span>
        )}
      </Foot>
    </aside>
  );
}

function Sections({
  finding,
  regulationLabel,
  close,
}: { finding: Finding } & Pick<PeekProps, "regulationLabel" | "close">) {
  const { t } = useLingui();
  const mayManage = useMay("compliance.manage");
  const mayManageRisks = useMay("risks.manage");
  const mayPromote = mayManageRisks && finding.risk_id === null;
  useCommands([
    {
      id: "finding.promote",
      label: t`Make a risk of the finding`,
      keys: ["r"],
      when: () => mayPromote,
      run: () => void promote(finding),
    },
  ]);
  const text = (label: string, field: "requirement" | "gap_description" | "remediation" | "evidence", verb: string) => {
    const value = finding[field] ?? "";
    return (
      <EditedText
        label={label}
        value={value}
        mayEdit={mayManage}
        isLong
        save={(next) => (next === "" && field === "requirement" ? undefined : void correct(finding, { [field]: next }))}
      >
        {value || <span className="lk">{verb}</span>}
      </EditedText>
    );
  };
  return (
    <>
      <div className="pad peek-head">
        <p className="c3 t12">
          {regulationLabel(finding.regulation)}
          {finding.regulation_article && ` / ${finding.regulation_article}`}
        </p>
        <h2 className="t20">{sentenceOf(finding)}</h2>
      </div>
      <FindingFacts finding={finding} mayEdit={mayManage} />
      <Section title={t`What is required`}>
        <div className="risk-text c2">{text(t`What is required`, "requirement", t`Describe it`)}</div>
      </Section>
      {isGap(finding.status) && (finding.gap_description !== "" || mayManage) && (
        <Section title={t`What is lacking`}>
          <div className="risk-text c2">{text(t`What is lacking`, "gap_description", t`Describe it`)}</div>
        </Section>
      )}
      {(finding.remediation || mayManage) && (
        <Section title={t`What would help`}>
          <div className="risk-text c2">{text(t`What would help`, "remediation", t`Describe it`)}</div>
        </Section>
      )}
      {finding.evidence && (
        <Section title={t`Evidence`}>
          <div className="risk-text c2">{text(t`Evidence`, "evidence", t`Attach`)}</div>
        </Section>
      )}
      <FindingGaps
        finding={finding}
        mayManage={mayManage}
        mayPromote={mayPromote}
        evidence={text(t`Evidence`, "evidence", t`Attach`)}
      />
      {finding.ai_detected && mayManage && finding.card_id && <Verdict finding={finding} />}
      {mayManage && <Decide finding={finding} />}
      {mayManage && (
        <Section>
          <AskingVerb
            verb={t`Delete`}
            question={t`Delete the finding? A risk that tracks it stays.`}
            run={async () => {
              if (await deleteFinding(finding)) close();
            }}
          />
        </Section>
      )}
    </>
  );
}

function FindingFacts({ finding, mayEdit }: { finding: Finding; mayEdit: boolean }) {
  const { t } = useLingui();
  const types = useTypes();
  const setPeek = useSetPeek();
  const { data: overview } = useQuery(overviewQuery);
  const wasInLast = overview?.compliance_run.run_id === finding.last_seen_run_id;
  return (
    <Section>
      <KeyValue of={t`State`}>
        <EditedSign
          field={wordField("status", t`State`, findingStatusWords())}
          value={finding.status}
          mayEdit={mayEdit}
          save={(status) => void correct(finding, { status: status as Finding["status"] })}
        >
          <FindingStatusSign status={finding.status} />
        </EditedSign>
      </KeyValue>
      <KeyValue of={t`Severity`}>
        <EditedSign
          field={wordField("severity", t`Severity`, severityWords())}
          value={finding.severity}
          mayEdit={mayEdit}
          save={(severity) => void correct(finding, { severity: severity as Finding["severity"] })}
        >
          <SeveritySign severity={finding.severity} />
        </EditedSign>
      </KeyValue>
      <KeyValue of={t`Card`}>
        {finding.card_id ? (
          <button type="button" className="fact" onClick={() => setPeek(finding.card_id ?? undefined)}>
            <TypeIcon type={types.get(finding.card_type ?? "")} />
            <span className="trunc">{finding.card_name}</span>
          </button>
        ) : (
          <span className="c2">{t`Landscape`}</span>
        )}
      </KeyValue>
      <KeyValue of={t`Decision`}>
        <span>{decisionWords()[finding.decision]}</span>
        {finding.risk_id && (
          <Link to="/risks" search={{ risk: finding.risk_id }} className="lk num">
            {finding.risk_reference}
          </Link>
        )}
      </KeyValue>
      {finding.reviewer_name && finding.reviewed_at && (
        <KeyValue of={t`Reviewed`}>
          <span className="trunc">
            {finding.reviewer_name} <span className="c3">{fromNow(finding.reviewed_at)}</span>
          </span>
        </KeyValue>
      )}
      {finding.review_note && (
        <KeyValue of={t`Note`}>
          <span className="risk-text">{finding.review_note}</span>
        </KeyValue>
      )}
      <KeyValue of={t`Found`}>
        <span>
          {day(finding.created_at)}
          {wasInLast && <span className="c3"> · {t`in the last run`}</span>}
        </span>
      </KeyValue>
      {finding.engine && (
        <KeyValue of={t`Found by`}>
          {finding.engine === "local" ? t`Rules` : t`A language model: ${finding.engine}`}
        </KeyValue>
      )}
    </Section>
  );
}

type EditedSignProps = {
  field: Field;
  value: string;
  mayEdit: boolean;
  save: (value: unknown) => void;
  children: React.ReactNode;
};

/** Shows a sign that a press turns into the choice of another. */
function EditedSign({ field, value, mayEdit, save, children }: EditedSignProps) {
  const [isOpen, open] = useState(false);
  if (isOpen)
    return (
      <span className="fact-open">
        <OptionsEditor label={labelOf(field)} field={field} value={value} save={save} close={() => open(false)} />
      </span>
    );
  return (
    <FactButton mayEdit={mayEdit} label={labelOf(field)} open={() => open(true)}>
      {children}
    </FactButton>
  );
}

type GapsProps = { finding: Finding; mayManage: boolean; mayPromote: boolean; evidence: React.ReactNode };

/** Shows what a finding lacks, with the verbs that bring it. */
function FindingGaps({ finding, mayManage, mayPromote, evidence }: GapsProps) {
  const { t } = useLingui();
  const lacksRisk = isGap(finding.status) && finding.risk_id === null;
  const lacksEvidence = !finding.evidence;
  const lacksReviewer = finding.reviewed_by === null;
  if (!lacksRisk && !lacksEvidence && !lacksReviewer) return null;
  const ring = (word: string) => (
    <span className="inv ink">
      <span className="ring" />
      {word}
    </span>
  );
  return (
    <Section title={t`Missing`}>
      {lacksEvidence && (
        <div className="rel finding-lack">
          {ring(t`Evidence`)}
          {mayManage && <span className="e t12">{evidence}</span>}
        </div>
      )}
      {lacksRisk && (
        <div className="rel">
          {ring(t`Risk`)}
          {mayPromote && (
            <button type="button" className="e lk t12" onClick={() => void promote(finding)}>
              {t`Make one of it`}
            </button>
          )}
        </div>
      )}
      {lacksReviewer && (
        <div className="rel">
          {ring(t`Reviewer`)}
          {mayManage && finding.decision === "new" && (
            <button type="button" className="e lk t12" onClick={() => void decide(finding, "in_review")}>
              {t`Review it`}
            </button>
          )}
        </div>
      )}
    </Section>
  );
}

function Verdict({ finding }: { finding: Finding }) {
  const { t } = useLingui();
  return (
    <Section title={t`Does ${finding.card_name ?? ""} bear artificial intelligence?`}>
      <div className="risk-moves">
        <Button className="sm" look="line" onPress={() => void giveVerdict(finding, "confirmed")}>
          {t`It does`}
        </Button>
        <Button className="sm" onPress={() => void giveVerdict(finding, "rejected")}>
          {t`It doesn't`}
        </Button>
      </div>
    </Section>
  );
}

/** Shows the decisions that may follow, each with its key; accepting asks for a reason in place. */
function Decide({ finding }: { finding: Finding }) {
  const { t } = useLingui();
  const { data: rules = [] } = useQuery(decisionsQuery);
  const go = useGo();
  const [isAccepting, accept] = useState(false);
  const isTracked = finding.decision === "risk_tracked" && finding.risk_id !== null;
  const next = isTracked ? [] : (rules.find(({ decision }) => decision === finding.decision)?.next ?? []);
  const words = decisionWords();
  const make = (decision: Decision) => (decision === "accepted" ? accept(true) : void decide(finding, decision));
  useCommands(
    next.map(
      (decision, at): Command => ({
        id: `finding.decide.${at + 1}`,
        label: words[decision],
        keys: [String(at + 1)],
        run: () => make(decision),
      }),
    ),
  );
  if (isTracked)
    return (
      <Section title={t`Decide`}>
        <p className="c2">
          <Trans>The risk decides about it: what becomes of the risk is written here.</Trans>
        </p>
        <Button
          className="sm"
          look="line"
          onPress={() => go({ to: "/risks", search: { risk: finding.risk_id ?? "" } })}
        >
          {t`Open ${finding.risk_reference ?? ""}`}
        </Button>
      </Section>
    );
  if (isAccepting)
    return (
      <ReasonForm
        question={t`Why is it accepted?`}
        verb={t`Accept it`}
        submit={async (reason) => (await decide(finding, "accepted", reason)) && accept(false)}
        cancel={() => accept(false)}
      />
    );
  return (
    <Section title={t`Decide`}>
      <div className="risk-moves">
        {next.map((decision, at) => (
          <Button key={decision} className="sm" look="line" keys={String(at + 1)} onPress={() => make(decision)}>
            {words[decision]}
          </Button>
        ))}
      </div>
    </Section>
  );
}
