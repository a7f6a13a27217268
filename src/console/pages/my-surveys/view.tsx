/** The surveys that I have yet to answer, with the cards that they ask about. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useTypes } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import type { Schemas } from "../../server/client";
import { mySurveysQuery } from "../../surveys/queries";
import { Foot, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { goThroughRows } from "../../ui/row-name";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { AreaTrail } from "../../ui/trail";
import "../../style/surveys.css";

export default function MySurveysPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(mySurveysQuery);
  const open = data?.reduce((sum, { pending_count }) => sum + pending_count, 0) ?? 0;
  return (
    <PageFrame label={t`To answer`} title={<AreaTrail area={t`Surveys`}>{t`To answer`}</AreaTrail>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll survey-list" tabIndex={0} aria-label={t`To answer`} onKeyDown={goThroughRows}>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={6} />}
        {data?.length === 0 && (
          <Empty title={<Trans>Nothing to answer</Trans>}>
            <Trans>When somebody asks about your cards, it stands here.</Trans>
          </Empty>
        )}
        {data?.map((survey) => (
          <OneSurvey key={survey.survey_id} survey={survey} />
        ))}
      </section>
      <Foot>
        <span>
          <Plural value={open} one="# card to answer about" other="# cards to answer about" />
        </span>
      </Foot>
    </PageFrame>
  );
}

type MySurvey = Schemas["PendingSurvey"];

function OneSurvey({ survey }: { survey: MySurvey }) {
  const types = useTypes();
  const go = useGo();
  const { survey_id: id, survey_name, survey_message, target_type_key, items } = survey;
  const [first] = items;
  return (
    <section className="my-survey" aria-label={survey_name}>
      <header>
        <div>
          <h2 className="t15 w2">{survey_name}</h2>
          {survey_message && <p className="c2">{survey_message}</p>}
        </div>
        {first && (
          <Button
            look="line"
            onPress={() => go({ to: "/surveys/$id/respond/$card", params: { id, card: first.card_id } })}
          >
            <Trans>Answer</Trans>
          </Button>
        )}
      </header>
      <ul>
        {items.map(({ card_id, card_name }) => (
          <li key={card_id}>
            <Link to="/surveys/$id/respond/$card" params={{ id, card: card_id }} className="row-main my-survey-card">
              <TypeIcon type={types.get(target_type_key)} size={14} />
              <span className="trunc">{card_name}</span>
              <span className="sp" />
              <Icon of={ChevronRight} size={14} className="c3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
