/** The answers to a survey that are to be applied: what each changes, of which one takes out what one doesn't want. */
import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { useGo } from "../../navigation/link";
import { applyResponses } from "../../surveys/changes";
import { SurveyHead } from "../../surveys/head";
import { applicationQuery, responsesQuery, type Survey, surveyQuery } from "../../surveys/queries";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/surveys.css";
import { surveyApply as page } from "./page";
import { ChangeRows, rowsOf } from "./rows";

export default function SurveyApplyPage() {
  const { id } = page.useParams();
  const { data, error, refetch } = useQuery(surveyQuery(id));
  if (data) return <Applying survey={data} />;
  return (
    <PageFrame title={<Trans>Apply the answers to a survey</Trans>}>
      {error ? <Failed error={error} retry={refetch} /> : <LoadingRows />}
    </PageFrame>
  );
}

/** Responses that are applied at once. */
const MAX_APPLIED = 5_000;

function Applying({ survey }: { survey: Survey }) {
  const { t } = useLingui();
  const go = useGo();
  const { data: responses, error, refetch } = useQuery(responsesQuery(survey.id));
  const waiting = responses?.filter((one) => one.status === "completed" && !one.applied).slice(0, MAX_APPLIED) ?? [];
  const ids = waiting.map(({ id }) => id);
  const preview = useQuery({ ...applicationQuery(survey.id, ids), enabled: ids.length > 0 });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const chosen = ids.filter((id) => !left.has(id));
  const apply = async () => {
    const report = await applyResponses(survey, chosen);
    if (report) setRefused(new Map(report.errors.map(({ response_id, error: reason }) => [response_id, reason])));
  };
  const toggle = (id: string) => setLeft((before) => before.symmetricDifference(new Set([id])));
  useCommands([
    {
      id: "survey.apply",
      label: t`Apply`,
      icon: Check,
      keys: ["mod+enter"],
      when: () => chosen.length > 0,
      run: apply,
    },
  ]);
  const rows = preview.data ? rowsOf(preview.data, waiting, refused) : [];
  const changes = preview.data?.changes.filter(({ response_id }) => !left.has(response_id)).length ?? 0;
  const moved = rows.filter(({ isMoved }) => isMoved).length;
  return (
    <>
      <SurveyHead survey={survey} part="apply">
        <Button look="pri" icon={Check} isDisabled={chosen.length === 0 || !preview.data} onPress={() => void apply()}>
          {plural(chosen.length, { one: "Apply # answer", other: "Apply # answers" })}
        </Button>
      </SurveyHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll survey-list" tabIndex={0} aria-label={t`What would change`}>
        {(error ?? preview.error) && (
          <Failed error={error ?? preview.error} retry={() => Promise.all([refetch(), preview.refetch()])} />
        )}
        {((!responses && !error) || (ids.length > 0 && !preview.data && !preview.error)) && <LoadingRows rows={10} />}
        {responses && ids.length === 0 && (
          <Empty
            title={<Trans>Nothing is to be applied</Trans>}
            actions={
              <Button look="line" onPress={() => go({ to: "/surveys/$id/results", params: { id: survey.id } })}>
                <Trans>See the answers</Trans>
              </Button>
            }
          >
            {survey.applied_responses > 0 ? (
              <Plural
                value={survey.applied_responses}
                one="# answer has been applied."
                other="# answers have been applied."
              />
            ) : (
              <Trans>What people answer stands here, to be looked at before it goes to the cards.</Trans>
            )}
          </Empty>
        )}
        {rows.length > 0 && <ChangeRows survey={survey} rows={rows} left={left} toggle={toggle} />}
      </section>
      <Foot>
        <span>
          <Plural value={chosen.length} one="# answer" other="# answers" />
        </span>
        <span>
          <Plural value={changes} one="# value changes" other="# values change" />
        </span>
        {preview.data && preview.data.unchanged > 0 && (
          <span>
            <Plural value={preview.data.unchanged} one="# only confirms" other="# only confirm" />
          </span>
        )}
        {moved > 0 && (
          <span className="st warn">
            <Plural value={moved} one="# changed since it was asked" other="# changed since they were asked" />
          </span>
        )}
        <span className="sp" />
        <KeyHint keys={["x"]}>
          <Trans>leave out</Trans>
        </KeyHint>
        <KeyHint keys={["mod+enter"]}>
          <Trans>apply as one batch</Trans>
        </KeyHint>
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </>
  );
}
