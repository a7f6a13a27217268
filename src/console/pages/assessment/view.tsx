/** A session: the strip of steps, the step that is open, and the verb that leads to the next one. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, ChevronRight, RefreshCw } from "lucide-react";
import { type ComponentType, useState } from "react";
import { Engine } from "../../analysis/engine";
import { type Assessment, assessmentQuery, statusQuery } from "../../analysis/queries";
import {
  ANSWERS,
  askWizard,
  changeSession,
  drafts,
  type Session,
  STEPS,
  type Step,
  sessionOf,
} from "../../analysis/sessions";
import { useCommands } from "../../commands/command";
import { Link } from "../../navigation/link";
import { asRefusal } from "../../server/refusal";
import { useMay } from "../../server/session";
import { useStore } from "../../state/store";
import { Foot } from "../../ui/bars";
import { Button } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { Icon } from "../../ui/icon";
import { Status } from "../../ui/signs";
import { FailedPage, Gone, LoadingRows } from "../../ui/states";
import { Steps } from "../../ui/steps";
import "../../style/admin.css";
import "../../style/analysis.css";
import "../../style/steps.css";
import "./assessment.css";
import { CommitStep } from "./commit";
import { lackOf } from "./lack";
import { OptionsStep } from "./options";
import { assessment as page } from "./page";
import { GapsStep, NeedsStep } from "./products";
import { BusinessStep, TechnicalStep } from "./questions";
import { RequirementStep } from "./requirement";
import type { StepProps } from "./step-props";
import { TargetStep } from "./target";

const VIEWS: Record<Step, ComponentType<StepProps>> = {
  requirement: RequirementStep,
  business: BusinessStep,
  technical: TechnicalStep,
  options: OptionsStep,
  gaps: GapsStep,
  needs: NeedsStep,
  target: TargetStep,
  commit: CommitStep,
};

type Answer = { engine?: string; problems?: string[]; summary?: string } | undefined;

/** Returns the answer of the wizard to a step; undefined before it has given one. */
const answerTo = (session: Session, step: Step): Answer =>
  step in ANSWERS ? (session[ANSWERS[step as keyof typeof ANSWERS]] as Answer) : undefined;

/** Checks whether a step can be opened: it needs no answer, or has one. */
const isThere = (session: Session, step: Step): boolean =>
  step === "requirement" || (step === "commit" ? session.capabilityMapping : answerTo(session, step)) !== undefined;

export default function AssessmentPage() {
  const { t } = useLingui();
  const { id } = page.useParams();
  const { data: assessment, error, refetch } = useQuery(assessmentQuery(id));
  if (error && [404, 422].includes(asRefusal(error).status))
    return (
      <Gone
        heading={t`Session of the architect`}
        title={t`There is no such session`}
        actions={<Link to="/analysis/architect" className="btn line">{t`All sessions`}</Link>}
      />
    );
  if (error && !assessment) return <FailedPage heading={t`Session of the architect`} error={error} retry={refetch} />;
  if (!assessment)
    return (
      <>
        <h1 className="aloud">{t`Session of the architect`}</h1>
        <LoadingRows rows={12} />
      </>
    );
  return <SessionView assessment={assessment} />;
}

function SessionView({ assessment }: { assessment: Assessment }) {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const mayManage = useMay("turbolens.manage");
  const session = useStore(drafts).get(assessment.id) ?? sessionOf(assessment);
  const { data: engine } = useQuery(statusQuery);
  const [asked, ask] = useState<Step>();
  const last = STEPS.findLast((one) => one !== "commit" && isThere(session, one)) ?? "requirement";
  const isCommitted = assessment.status === "committed";
  const wanted = search.step ?? (isCommitted ? "commit" : last);
  const step = isThere(session, wanted) ? wanted : last;
  const at = STEPS.indexOf(step);
  const next = STEPS[at + 1];
  const mayWrite = mayManage && !isCommitted;
  const answer = answerTo(session, step);
  const names: Record<Step, string> = {
    requirement: t`Requirement`,
    business: t`Business`,
    technical: t`Technology`,
    options: t`Options`,
    gaps: t`Gaps`,
    needs: t`Needs`,
    target: t`Target`,
    commit: t`Commit`,
  };
  const lacks = lackOf(session, step);
  const show = (one: Step) => setSearch({ step: one });
  const answerStep = async (one: Step) => {
    ask(one);
    const isAnswered = await askWizard(assessment, one as keyof typeof ANSWERS);
    ask(undefined);
    if (isAnswered) show(one);
  };
  const goOn = () => next && (isThere(session, next) ? show(next) : void answerStep(next));
  const mayGoOn = next !== undefined && !lacks && asked === undefined && (mayWrite || isThere(session, next));
  useCommands([
    { id: "session.next", label: t`Next step`, keys: ["mod+enter"], when: () => mayGoOn, run: () => void goOn() },
  ]);
  const StepView = VIEWS[step];
  return (
    <>
      <header className="topbar">
        <nav className="crumb trunc" aria-label={t`Where this is`}>
          <Link to="/analysis/architect" className="crumb-link">{t`Architect`}</Link>
          <Icon of={ChevronRight} size={12} />
          <h1 className="trunc assessment-title">
            {mayWrite ? (
              <EditedLine
                label={t`Title`}
                value={assessment.title}
                isNeeded
                className="inp bare"
                save={(title) => changeSession(assessment, {}, { title })}
              />
            ) : (
              assessment.title
            )}
          </h1>
        </nav>
        <span className="sp" />
        {isCommitted && <Status tone="good">{t`Committed`}</Status>}
      </header>
      <nav aria-label={t`Steps`} className="assessment-steps">
        <Steps
          label={t`Steps of the session`}
          at={at}
          steps={STEPS.map((one) => ({
            name: names[one],
            remark: isThere(session, one) ? (
              <button type="button" className="lk plain" onClick={() => show(one)}>
                {one === step ? t`here` : t`open`}
              </button>
            ) : (
              "–"
            ),
          }))}
        />
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="col scroll assessment-step" tabIndex={0} aria-label={names[step]}>
        <h2 className="aloud">{names[step]}</h2>
        {answer && (
          <div className="assessment-said">
            {answer.summary && <p className="trunc-lines">{answer.summary}</p>}
            <Engine engine={answer.engine ?? "local"} />
            {(answer.problems?.length ?? 0) > 0 && (
              <Status tone="warn">{t`The language model could not be used: ${answer.problems?.join(" ") ?? ""}`}</Status>
            )}
          </div>
        )}
        <StepView
          key={step}
          assessment={assessment}
          session={session}
          mayWrite={mayWrite && asked === undefined}
          change={(changes) => void changeSession(assessment, changes)}
        />
      </section>
      <div className="assessment-verbs">
        {at > 0 && (
          <Button icon={ArrowLeft} onPress={() => show(STEPS[at - 1] as Step)}>
            {names[STEPS[at - 1] as Step]}
          </Button>
        )}
        <span className="sp" />
        {asked && (
          <span className="c2 t12" role="status">
            {engine && engine.engine !== "local" ? t`${engine.engine} is asked…` : t`The rules answer…`}
          </span>
        )}
        {lacks && mayWrite && <span className="c3 t12">{lacks}</span>}
        {mayWrite && step in ANSWERS && (
          <Button icon={RefreshCw} isDisabled={asked !== undefined} onPress={() => void answerStep(step)}>
            <Trans>Ask again</Trans>
          </Button>
        )}
        {next && (mayWrite || isThere(session, next)) && (
          <Button look="pri" icon={ArrowRight} keys="mod+enter" isDisabled={!mayGoOn} onPress={() => void goOn()}>
            {names[next]}
          </Button>
        )}
      </div>
      <Foot>
        <span>
          <Trans>
            Step <b>{at + 1}</b> of {STEPS.length}
          </Trans>
        </span>
        <span className="sp" />
        <span>
          <Trans>Saved as you go</Trans>
        </span>
      </Foot>
    </>
  );
}
