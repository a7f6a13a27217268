/** One question about one card, with what is recorded; then the next one, the next card, and thanks at the end. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { asRefusal } from "../../server/refusal";
import { formQuery, myCardsQuery } from "../../surveys/queries";
import { Button, IconButton } from "../../ui/button";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/surveys.css";
import { AnswerForm } from "./form";
import { surveyAnswer as page } from "./page";
import { Thanks } from "./thanks";

export default function SurveyAnswerPage() {
  const { id, card } = page.useParams();
  const { done = false } = page.useSearch();
  const form = useQuery(formQuery(id, card));
  const mine = useQuery(myCardsQuery(id));
  const survey = mine.data?.survey;
  const items = mine.data?.items ?? [];
  const at = items.findIndex(({ card_id }) => card_id === card);
  const position =
    items.length > 0 && !done ? (
      <Trans>
        {number(at + 1)} of {number(items.length)}
      </Trans>
    ) : undefined;
  return (
    <div className="survey-answer">
      <TopBar
        name={survey?.name ?? form.data?.survey.name ?? ""}
        about={survey?.description ?? ""}
        position={position}
      />
      {done && mine.data ? (
        <Thanks surveyId={id} items={items} />
      ) : form.data && mine.data ? (
        <AnswerForm key={card} form={form.data} mine={mine.data} />
      ) : (form.error ?? mine.error) ? (
        <NoForm error={form.error ?? mine.error} retry={() => Promise.all([form.refetch(), mine.refetch()])} />
      ) : (
        <LoadingRows rows={6} />
      )}
    </div>
  );
}

type BarProps = { name: string; about: string; position: ReactNode };

function TopBar({ name, about, position }: BarProps) {
  const { t } = useLingui();
  const go = useGo();
  return (
    <header className="survey-bar-top">
      <IconButton icon={X} label={t`Stop here`} onPress={() => go({ to: "/surveys/my" })} />
      <span className="survey-bar-words">
        <h1 className="trunc">{name || t`Survey`}</h1>
        {about && <span className="c3 t11 trunc">{about}</span>}
      </span>
      <span className="c3 t12 num">{position}</span>
    </header>
  );
}

/** Shows why there is no form: the survey is closed, or somebody else is asked. */
function NoForm({ error, retry }: { error: unknown; retry: () => unknown }) {
  const go = useGo();
  const { status } = asRefusal(error);
  if (status !== 400 && status !== 404) return <Failed error={error} retry={retry} />;
  return (
    <Empty
      title={status === 400 ? <Trans>This survey is closed</Trans> : <Trans>You aren't asked about this card</Trans>}
      actions={
        <Button look="line" onPress={() => go({ to: "/surveys/my" })}>
          <Trans>See what is to be answered</Trans>
        </Button>
      }
    >
      {status === 400 ? (
        <Trans>Answers are not taken any more. What you said before stays.</Trans>
      ) : (
        <Trans>The link may be meant for somebody else, or the survey is gone.</Trans>
      )}
    </Empty>
  );
}
