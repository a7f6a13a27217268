/** The end of a survey: thanks, and what is next. */
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useGo } from "../../navigation/link";
import type { Schemas } from "../../server/client";
import { mySurveysQuery } from "../../surveys/queries";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/states";

type ThanksProps = { surveyId: string; items: Schemas["SurveyCards"]["items"] };

/** Shows that everything is answered. */
export function Thanks({ surveyId, items }: ThanksProps) {
  const go = useGo();
  const { data = [] } = useQuery(mySurveysQuery);
  const next = data.find(({ survey_id }) => survey_id !== surveyId);
  const [first] = items;
  const [item] = next?.items ?? [];
  return (
    <Empty
      title={<Trans>That's all, thank you</Trans>}
      actions={
        <>
          {next && item && (
            <Button
              look="pri"
              onPress={() =>
                go({ to: "/surveys/$id/respond/$card", params: { id: next.survey_id, card: item.card_id } })
              }
            >
              <Trans>Next: {next.survey_name}</Trans>
            </Button>
          )}
          {first && (
            <Button
              look="line"
              onPress={() => go({ to: "/surveys/$id/respond/$card", params: { id: surveyId, card: first.card_id } })}
            >
              <Trans>Look at my answers again</Trans>
            </Button>
          )}
          <Button look="line" onPress={() => go({ to: "/" })}>
            <Trans>To the home page</Trans>
          </Button>
        </>
      }
    >
      <Plural
        value={items.length}
        one="You have answered about # card. Until the survey is closed you can change it."
        other="You have answered about # cards. Until the survey is closed you can change it."
      />
    </Empty>
  );
}
