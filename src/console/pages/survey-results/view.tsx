/** The answers to a survey: who has answered, and what each has said about which card. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BellRing, Check, Lock } from "lucide-react";
import { number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { closeSurvey, remind, remindPerson } from "../../surveys/changes";
import { SurveyHead } from "../../surveys/head";
import { responsesQuery, type Survey, surveyQuery } from "../../surveys/queries";
import { Progress, SurveyStatus } from "../../surveys/words";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/segments";
import { AskingVerb } from "../../ui/side";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/surveys.css";
import { surveyResults as page } from "./page";
import { PeopleList, peopleOf } from "./people";
import { ResponseRows } from "./rows";

export default function SurveyResultsPage() {
  const { id } = page.useParams();
  const { data, error, refetch } = useQuery(surveyQuery(id));
  if (data) return <Results survey={data} />;
  return (
    <PageFrame title={<Trans>Answers to a survey</Trans>}>
      {error ? <Failed error={error} retry={refetch} /> : <LoadingRows />}
    </PageFrame>
  );
}

function Results({ survey }: { survey: Survey }) {
  const { t } = useLingui();
  const go = useGo();
  const { status, person } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { data, error, refetch } = useQuery(responsesQuery(survey.id));
  const people = peopleOf(data ?? []);
  const listed =
    data?.filter(
      (one) =>
        (person === undefined || one.user_id === person) &&
        (status === undefined || (status === "applied" ? one.applied : one.status === status && !one.applied)),
    ) ?? [];
  const waiting = data?.filter((one) => one.status === "completed" && !one.applied).length ?? 0;
  const chosen = people.find(({ id }) => id === person);
  const pending = people.filter(({ done, total }) => done < total).length;
  const apply = () => go({ to: "/surveys/$id/apply", params: { id: survey.id } });
  return (
    <>
      <SurveyHead survey={survey} part="results">
        {waiting > 0 && (
          <Button look="pri" icon={Check} onPress={apply}>
            <Plural value={waiting} one="Apply # answer" other="Apply # answers" />
          </Button>
        )}
      </SurveyHead>
      {survey.status === "draft" ? (
        <Empty
          title={<Trans>It isn't sent yet</Trans>}
          actions={
            <Button look="line" onPress={() => go({ to: "/surveys/$id", params: { id: survey.id } })}>
              <Trans>Build it</Trans>
            </Button>
          }
        >
          <Trans>Once it is sent, the answers stand here as they come.</Trans>
        </Empty>
      ) : (
        <>
          <div className="chips survey-progress">
            <SurveyStatus status={survey.status} />
            <Progress done={survey.completed_responses} total={survey.total_responses} />
            <span className="vsep" />
            <Segments
              label={t`State`}
              value={status ?? "all"}
              options={[
                { value: "all", label: t`All` },
                { value: "pending", label: t`Not answered` },
                { value: "completed", label: t`To apply` },
                { value: "applied", label: t`Applied` },
              ]}
              onChange={(value) => setSearch({ status: value === "all" ? undefined : value }, { replace: true })}
            />
            <span className="sp" />
            {survey.status === "active" && chosen && chosen.done < chosen.total ? (
              <Button icon={BellRing} onPress={() => void remindPerson(survey, chosen)}>
                <Trans>Remind {chosen.name}</Trans>
              </Button>
            ) : (
              survey.status === "active" &&
              pending > 0 && (
                <Button icon={BellRing} onPress={() => void remind(survey, pending)}>
                  <Plural value={pending} one="Remind # person" other="Remind # people" />
                </Button>
              )
            )}
            {survey.status === "active" && (
              <AskingVerb
                icon={Lock}
                verb={t`Close it`}
                question={t`Nobody can answer any more then. What was answered can still be applied.`}
                run={() => closeSurvey(survey)}
              />
            )}
          </div>
          <div className="work">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
            <section className="col scroll" tabIndex={0} aria-label={t`Answers`}>
              {error && <Failed error={error} retry={refetch} />}
              {!data && !error && <LoadingRows rows={10} />}
              {data && listed.length === 0 && (
                <Empty
                  title={<Trans>No answer is like that</Trans>}
                  actions={
                    <Button look="line" onPress={() => setSearch({ status: undefined, person: undefined })}>
                      <Trans>Show all</Trans>
                    </Button>
                  }
                />
              )}
              {listed.length > 0 && <ResponseRows survey={survey} responses={listed} />}
            </section>
            {people.length > 0 && (
              <PeopleList
                people={people}
                chosen={person}
                choose={(id) =>
                  setSearch((newest) => ({ person: id === newest.person ? undefined : id }), { replace: true })
                }
              />
            )}
          </div>
        </>
      )}
      <Foot>
        <span>
          <Plural value={listed.length} one="# answer" other="# answers" />
        </span>
        {data && (
          <span>
            <Trans>{number(waiting)} to apply</Trans>
          </span>
        )}
        <span>
          <Plural value={people.length} one="# person" other="# people" />
        </span>
        <span className="sp" />
        <KeyHint keys={["space"]}>
          <Trans>peek at the card</Trans>
        </KeyHint>
      </Foot>
    </>
  );
}
