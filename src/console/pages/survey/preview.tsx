/** The survey as whoever is asked sees it on a phone; it can be answered, and nothing of that is saved. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { cardQuery } from "../../cards/queries";
import { number } from "../../language/format";
import { AskedCard, Steps } from "../../surveys/asked-card";
import { NextQuestion } from "../../surveys/next-question";
import type { Answer, Audience, Survey } from "../../surveys/queries";
import { Question } from "../../surveys/question";
import { isRelation, useLive } from "../../surveys/words";
import { Icon } from "../../ui/icon";
import { Empty } from "../../ui/states";

type PreviewProps = { survey: Survey; audience: Audience | undefined };

/** Shows the phone. */
export function Preview({ survey, audience }: PreviewProps) {
  const { t } = useLingui();
  const [target] = audience?.targets ?? [];
  const isWhole = target !== undefined && survey.fields.length > 0;
  return (
    <aside className="survey-aside" aria-label={t`What they see`}>
      <div className="ph">
        <h2 className="t12 w2">
          <Trans>What they see</Trans>
        </h2>
        <span className="sp" />
        {target && (
          <span className="c3 t12 trunc">
            <Trans>{target.card_name}, on a phone</Trans>
          </span>
        )}
      </div>
      <div className="survey-stage">
        {isWhole ? (
          <Phone key={target.card_id} survey={survey} target={target} count={audience?.asked_cards ?? 0} />
        ) : (
          <Empty title={<Trans>Nothing to see yet</Trans>}>
            <Trans>Once there is a question and somebody to ask, it stands here as they see it.</Trans>
          </Empty>
        )}
      </div>
    </aside>
  );
}

type PhoneProps = { survey: Survey; target: Audience["targets"][number]; count: number };

function Phone({ survey, target, count }: PhoneProps) {
  const { data: card } = useQuery(cardQuery(target.card_id));
  const live = useLive(survey.target_type_key);
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, survey.fields.length - 1);
  const field = survey.fields[at];
  if (!field) return null;
  const asked = survey.fields.map((one) => ({
    ...live(one),
    current_value: target.values[one.key] ?? (isRelation(one) ? [] : null),
    is_hidden: !isRelation(one) && !(one.key in target.values),
  }));
  const current = asked[at];
  const steps = Array.from(
    { length: Math.min(count, 6) },
    (_, step) => (step === 0 ? "current" : "open") as "current" | "open",
  );
  return (
    <div className="survey-phone">
      <div className="survey-bar-top">
        <Icon of={X} />
        <span className="survey-bar-words">
          <b className="trunc">{survey.name}</b>
          {survey.description && <span className="c3 t11 trunc">{survey.description}</span>}
        </span>
        <span className="c3 t12 num">
          <Trans>1 of {number(count)}</Trans>
        </span>
      </div>
      {current && (
        <Question
          key={field.key}
          field={current}
          answer={answers[field.key]}
          at={at + 1}
          total={survey.fields.length}
          save={async (answer) => {
            setAnswers((before) => ({ ...before, [field.key]: answer }));
            setWanted((at + 1) % survey.fields.length);
          }}
          head={
            <>
              <Steps steps={steps} />
              <AskedCard
                card={{
                  name: target.card_name,
                  type: survey.target_type_key,
                  subtype: card?.subtype ?? null,
                  description: card?.description ?? null,
                }}
              />
            </>
          }
        >
          <NextQuestion fields={asked} at={at} open={setWanted} />
        </Question>
      )}
    </div>
  );
}
