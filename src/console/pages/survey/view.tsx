/** A survey as it is built: name, questions, who is asked, message, and what they see. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useCommands } from "../../commands/command";
import { updateDraft } from "../../surveys/changes";
import { SurveyHead } from "../../surveys/head";
import { audienceQuery, type Survey, surveyQuery } from "../../surveys/queries";
import { SurveyStatus } from "../../surveys/words";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { Failed, LoadingRows } from "../../ui/states";
import "../../style/surveys.css";
import { AudienceStep } from "./audience";
import { LongLine } from "./long-line";
import { survey as page } from "./page";
import { Preview } from "./preview";
import { QuestionsStep } from "./questions";
import { SendButton } from "./send";
import { Step } from "./step";

export default function SurveyPage() {
  const { id } = page.useParams();
  const { data, error, refetch } = useQuery(surveyQuery(id));
  if (data) return <Builder survey={data} />;
  return (
    <PageFrame title={<Trans>Survey</Trans>}>
      {error ? <Failed error={error} retry={refetch} /> : <LoadingRows />}
    </PageFrame>
  );
}

function Builder({ survey }: { survey: Survey }) {
  const { t } = useLingui();
  const { data: audience, error, refetch } = useQuery(audienceQuery(survey.id));
  const isDraft = survey.status === "draft";
  const tryIt = () => document.querySelector<HTMLElement>(".survey-phone .tap")?.focus();
  useCommands([{ id: "survey.try", label: t`Try it`, icon: Play, keys: ["p"], run: tryIt }]);
  return (
    <>
      <SurveyHead survey={survey} part="build">
        <Button icon={Play} onPress={tryIt} className="desk-only">
          <Trans>Try it</Trans>
        </Button>
        {isDraft && <SendButton survey={survey} audience={audience} />}
      </SurveyHead>
      <div className="work">
        <div className="col">
          {error && <Failed error={error} retry={refetch} />}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <section className="frm scroll" tabIndex={0} aria-label={t`Steps`}>
            <Step title={t`Name`} remark={t`What people see first`}>
              {isDraft ? (
                <>
                  <EditedLine
                    className="inp survey-line w2"
                    label={t`Name`}
                    value={survey.name}
                    isNeeded
                    maxLength={500}
                    save={(name) => updateDraft(survey, { name }, t`The survey is called ${name} now`)}
                  />
                  <EditedLine
                    className="inp survey-line"
                    label={t`What it is about`}
                    placeholder={t`What it is about, in a sentence`}
                    value={survey.description}
                    maxLength={2000}
                    save={(description) =>
                      updateDraft(survey, { description }, t`The description of ${survey.name} changed`)
                    }
                  />
                </>
              ) : (
                <>
                  <p className="w2">{survey.name}</p>
                  <p className="c2">{survey.description}</p>
                </>
              )}
            </Step>
            <QuestionsStep survey={survey} audience={audience} isDraft={isDraft} />
            <AudienceStep survey={survey} audience={audience} isDraft={isDraft} />
            <Step title={t`Message`} remark={t`Sent with the link`}>
              {isDraft ? (
                <LongLine
                  label={t`Message`}
                  placeholder={t`Why you ask, and until when`}
                  value={survey.message}
                  save={(message) => updateDraft(survey, { message }, t`The message of ${survey.name} changed`)}
                />
              ) : (
                <p className="c2">{survey.message || "–"}</p>
              )}
            </Step>
          </section>
          <Foot>
            <SurveyStatus status={survey.status} />
            <span>
              <Plural value={survey.fields.length} one="# question" other="# questions" />
            </span>
            {audience && (
              <>
                <span>
                  <Plural value={audience.asked_cards} one="# card" other="# cards" />
                </span>
                <span>
                  <Plural value={audience.people} one="# person" other="# people" />
                </span>
              </>
            )}
            <span className="sp" />
            {isDraft && (
              <KeyHint keys={["mod+enter"]}>
                <Trans>send</Trans>
              </KeyHint>
            )}
            <KeyHint keys={["p"]}>
              <Trans>answer it yourself</Trans>
            </KeyHint>
          </Foot>
        </div>
        <Preview survey={survey} audience={audience} />
      </div>
    </>
  );
}
