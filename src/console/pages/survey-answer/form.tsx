/** The questions about a card, one at a time. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronRight } from "lucide-react";
import { cardQuery } from "../../cards/queries";
import { useTypes } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import type { Schemas } from "../../server/client";
import { useMay } from "../../server/session";
import { AskedCard, Steps } from "../../surveys/asked-card";
import { saveAnswer } from "../../surveys/changes";
import { NextQuestion } from "../../surveys/next-question";
import type { Answer, SurveyForm } from "../../surveys/queries";
import { Question } from "../../surveys/question";
import { nameOf, useLive } from "../../surveys/words";
import { Icon, TypeIcon } from "../../ui/icon";
import { Empty } from "../../ui/states";
import { Delegate } from "./delegate";
import { surveyAnswer as page } from "./page";

type FormProps = { form: SurveyForm; mine: Schemas["SurveyCards"] };

const isAnswered = (answer: Answer | undefined) =>
  answer !== undefined && (answer.confirmed || answer.new_value !== null);

/** Shows the question that the address names, the first that isn't answered without one. */
export function AnswerForm({ form, mine }: FormProps) {
  const { id, card: cardId } = page.useParams();
  const { question } = page.useSearch();
  const setSearch = page.useSetSearch();
  const go = useGo();
  const { data: card } = useQuery({ ...cardQuery(cardId), enabled: useMay("inventory.view") });
  const live = useLive(form.card.type);
  const fields = form.fields.map(live);
  const { existing_responses: answers } = form;
  const named = fields.findIndex(({ key }) => key === question);
  const open = fields.findIndex(({ key }) => !isAnswered(answers[key]));
  const at = named >= 0 ? named : Math.max(open, 0);
  const field = fields[at];
  if (!field)
    return (
      <Empty title={<Trans>Nothing is asked</Trans>}>
        <Trans>The author of the survey has named no field.</Trans>
      </Empty>
    );
  /** Returns the card that is to be answered about next. */
  const nextCard = () => {
    const others = mine.items.filter(({ card_id, status }) => card_id !== cardId && status === "pending");
    const here = mine.items.findIndex(({ card_id }) => card_id === cardId);
    const following = others.find(({ card_id }) => mine.items.findIndex((one) => one.card_id === card_id) > here);
    return following ?? others[0];
  };
  /** Goes to what is to be answered next: another question, another card, or the end. */
  const advance = () => {
    const next = fields.findIndex(({ key }, place) => place !== at && !isAnswered(answers[key]));
    const later = fields.findIndex(({ key }, place) => place > at && !isAnswered(answers[key]));
    if (next >= 0) return setSearch({ question: fields[later >= 0 ? later : next]?.key });
    const target = nextCard();
    if (target) go({ to: "/surveys/$id/respond/$card", params: { id, card: target.card_id } });
    else setSearch({ done: true, question: undefined });
  };
  const leave = () => {
    const target = nextCard();
    if (target) go({ to: "/surveys/$id/respond/$card", params: { id, card: target.card_id } });
    else go({ to: "/surveys/my" });
  };
  const save = async (answer: Answer) => {
    await saveAnswer({ surveyId: id, cardId, key: field.key, name: nameOf(field) }, answer, answers[field.key]);
    advance();
  };
  return (
    <Question
      key={field.key}
      field={field}
      answer={answers[field.key]}
      at={at + 1}
      total={fields.length}
      save={save}
      hasKeys
      head={
        <>
          <Steps
            steps={mine.items.map(({ card_id, status }) =>
              card_id === cardId ? "current" : status === "completed" ? "done" : "open",
            )}
          />
          <AskedCard card={{ ...form.card, description: card?.description ?? null }} />
        </>
      }
    >
      <NextQuestion fields={fields} at={at} open={(next) => setSearch({ question: fields[next]?.key })} />
      {form.response_status === "pending" && <Delegate surveyId={id} cardId={cardId} after={leave} />}
      <OtherCards surveyId={id} cardId={cardId} items={mine.items} />
    </Question>
  );
}

type OtherProps = { surveyId: string; cardId: string; items: Schemas["SurveyCards"]["items"] };

/** Cards of each kind that are listed. */
const MAX_LISTED = 50;

/** Shows the other cards of the survey: those to be answered, then those that are answered. */
function OtherCards({ surveyId, cardId, items }: OtherProps) {
  const { t } = useLingui();
  const others = items.filter(({ card_id }) => card_id !== cardId);
  return (
    <>
      <CardList
        title={t`Still to answer`}
        surveyId={surveyId}
        items={others.filter(({ status }) => status === "pending")}
      />
      <CardList title={t`Answered`} surveyId={surveyId} items={others.filter(({ status }) => status === "completed")} />
    </>
  );
}

function CardList({ title, surveyId, items }: { title: string; surveyId: string; items: OtherProps["items"] }) {
  const types = useTypes();
  if (items.length === 0) return null;
  return (
    <section className="survey-others" aria-label={title}>
      <h3>
        {title} <span className="n num">{items.length}</span>
      </h3>
      {items.slice(0, MAX_LISTED).map(({ card_id, card_name, card_type, status }) => (
        <Link key={card_id} to="/surveys/$id/respond/$card" params={{ id: surveyId, card: card_id }} className="prow">
          <span className="survey-other">
            <TypeIcon type={types.get(card_type)} size={14} />
            <span className="trunc">{card_name}</span>
          </span>
          {status === "completed" && <Icon of={Check} size={14} className="survey-tick" />}
          <Icon of={ChevronRight} size={14} />
        </Link>
      ))}
    </section>
  );
}
