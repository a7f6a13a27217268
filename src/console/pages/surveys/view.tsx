/** All surveys as rows: their state, how many have answered, and what is applied. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCommands } from "../../commands/command";
import { day, number } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { deleteDraft } from "../../surveys/changes";
import { type Survey, surveysQuery } from "../../surveys/queries";
import { Progress, SurveyStatus } from "../../surveys/words";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { TypeIcon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import "../../style/surveys.css";
import { NewSurvey } from "./new-survey";
import { surveys as page } from "./page";

const COLUMNS = "minmax(200px,1fr) 110px 190px 110px 150px 110px";

export default function SurveysPage() {
  const { t } = useLingui();
  const { status, new: isMaking = false } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data, error, refetch } = useQuery(surveysQuery);
  const setMaking = (isOpen: boolean) => setSearch({ new: isOpen || undefined }, { replace: true });
  useCommands([{ id: "survey.new", label: t`New survey`, icon: Plus, keys: ["n"], run: () => setMaking(true) }]);
  const listed = data?.filter((one) => status === undefined || one.status === status) ?? [];
  const waiting = data?.filter((one) => one.completed_responses > one.applied_responses).length ?? 0;
  const newSurvey = <NewSurvey isOpen={isMaking} open={setMaking} />;
  return (
    <PageFrame label={t`Surveys`} title={<AreaTrail area={t`Surveys`}>{t`All surveys`}</AreaTrail>} actions={newSurvey}>
      <div className="chips">
        <Segments
          label={t`State`}
          value={status ?? "all"}
          options={[
            { value: "all", label: t`All` },
            { value: "draft", label: t`Drafts` },
            { value: "active", label: t`Running` },
            { value: "closed", label: t`Closed` },
          ]}
          onChange={(value) => setSearch({ status: value === "all" ? undefined : value }, { replace: true })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll survey-list" tabIndex={0} aria-label={t`Surveys`}>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={8} />}
        {data?.length === 0 && (
          <Empty
            title={<Trans>Nothing has been asked yet</Trans>}
            actions={
              <Button look="line" icon={Plus} onPress={() => setMaking(true)}>
                <Trans>Survey</Trans>
              </Button>
            }
          >
            <Trans>A survey asks the people of many cards whether what is recorded is still right.</Trans>
          </Empty>
        )}
        {data && data.length > 0 && listed.length === 0 && (
          <Empty
            title={<Trans>No survey is in this state</Trans>}
            actions={
              <Button look="line" onPress={() => setSearch({ status: undefined })}>
                <Trans>Show all</Trans>
              </Button>
            }
          />
        )}
        {listed.length > 0 && <SurveyRows surveys={listed} />}
      </section>
      <Foot>
        <span>
          <Plural value={listed.length} one="# survey" other="# surveys" />
        </span>
        {waiting > 0 && (
          <span>
            <Plural value={waiting} one="# with answers to apply" other="# with answers to apply" />
          </span>
        )}
        <span className="sp" />
        <KeyHint keys={["n"]}>
          <Trans>new survey</Trans>
        </KeyHint>
        <KeyHint keys={["d"]}>
          <Trans>delete a draft</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

function SurveyRows({ surveys }: { surveys: readonly Survey[] }) {
  const { t } = useLingui();
  const types = useTypes();
  const go = useGo();
  const open = ({ id, status }: Survey) =>
    go({ to: status === "draft" ? "/surveys/$id" : "/surveys/$id/results", params: { id } });
  return (
    <>
      <div className="gh slim survey-heads" aria-hidden style={{ gridTemplateColumns: COLUMNS }}>
        <div>
          <Trans>Name</Trans>
        </div>
        <div>
          <Trans>State</Trans>
        </div>
        <div>
          <Trans>Answered</Trans>
        </div>
        <div>
          <Trans>Applied</Trans>
        </div>
        <div>
          <Trans>By</Trans>
        </div>
        <div>
          <Trans>Sent</Trans>
        </div>
      </div>
      <Rows
        label={t`Surveys`}
        items={surveys}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        onKey={(key, survey) => {
          if (key !== "d" || survey.status !== "draft") return false;
          void deleteDraft(survey);
          return true;
        }}
      >
        {(survey) => (
          <>
            <div>
              <TypeIcon type={types.get(survey.target_type_key)} size={14} />
              <button type="button" className="row-main trunc" onClick={() => open(survey)}>
                {survey.name}
              </button>
            </div>
            <div>
              <SurveyStatus status={survey.status} />
            </div>
            <div>
              {survey.status === "draft" ? (
                <span className="c3">–</span>
              ) : (
                <Progress done={survey.completed_responses} total={survey.total_responses} />
              )}
            </div>
            <div className="num">
              {survey.status === "draft" ? <span className="c3">–</span> : number(survey.applied_responses)}
            </div>
            <div className="c2">
              <span className="trunc">{survey.creator_name ?? "–"}</span>
            </div>
            <div className="c2 num">{survey.sent_at ? day(survey.sent_at) : <span className="c3">–</span>}</div>
          </>
        )}
      </Rows>
    </>
  );
}
