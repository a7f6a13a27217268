/** Responses as rows: the card, who, and what was said. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { fromNow, moment } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { useSetPeek } from "../../navigation/peek";
import type { Schemas } from "../../server/client";
import type { Answer, Survey, SurveyField } from "../../surveys/queries";
import { nameOf, useLive, Value } from "../../surveys/words";
import { Avatar } from "../../ui/avatar";
import { Icon, TypeIcon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Status } from "../../ui/signs";

type Response = Schemas["SurveyResponse"];

const COLUMNS = "minmax(140px,200px) 150px minmax(0,1fr) 112px";

/** Shows the rows. Space peeks at the card. */
export function ResponseRows({ survey, responses }: { survey: Survey; responses: readonly Response[] }) {
  const { t } = useLingui();
  const types = useTypes();
  const peek = useSetPeek();
  const live = useLive(survey.target_type_key);
  const fields = survey.fields.map(live);
  return (
    <Rows
      label={t`Answers`}
      items={responses}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      onKey={(key, { card_id }) => {
        if (key !== "space") return false;
        peek(card_id);
        return true;
      }}
    >
      {(one) => (
        <>
          <div>
            <TypeIcon type={types.get(one.card_type ?? "")} size={14} />
            <button type="button" className="row-main trunc" onClick={() => peek(one.card_id)}>
              {one.card_name}
            </button>
          </div>
          <div className="c2">
            <Avatar name={one.user_display_name ?? "?"} />
            <span className="trunc">{one.user_display_name}</span>
          </div>
          <div>
            {one.status === "pending" ? (
              <span className="c3">
                <Trans>not answered yet</Trans>
              </span>
            ) : (
              <Answers fields={fields} answers={one.responses as Record<string, Answer>} />
            )}
          </div>
          <div className="c2 t12">
            {one.applied ? (
              <Status tone="good">
                <Trans>Applied</Trans>
              </Status>
            ) : (
              one.responded_at && (
                <time dateTime={one.responded_at} title={moment(one.responded_at)}>
                  {fromNow(one.responded_at)}
                </time>
              )
            )}
          </div>
        </>
      )}
    </Rows>
  );
}

type AnswersProps = {
  fields: readonly SurveyField[];
  answers: Readonly<Record<string, Answer & { current_value?: unknown }>>;
};

const isChanged = (answer: Answer | undefined) =>
  answer !== undefined && !answer.confirmed && answer.new_value !== null;

/** Shows the answers, changes first: what was confirmed with a tick, what is to be changed with both values. */
function Answers({ fields, answers }: AnswersProps) {
  const { t } = useLingui();
  return (
    <span className="survey-said trunc">
      {fields
        .toSorted((one, another) => Number(isChanged(answers[another.key])) - Number(isChanged(answers[one.key])))
        .map((field) => {
          const answer = answers[field.key];
          if (!answer) return null;
          return (
            <span key={field.key} className="survey-one">
              <span className="c3 t12">{nameOf(field)}</span>
              {isChanged(answer) ? (
                <>
                  <span className="survey-old">
                    <Value field={field} value={answer.current_value} />
                  </span>
                  <span aria-hidden>→</span>
                  <span className="w2">
                    <Value field={field} value={answer.new_value} />
                  </span>
                </>
              ) : answer.confirmed ? (
                <>
                  <Value field={field} value={answer.current_value} />
                  <span className="st good" title={t`confirmed`}>
                    <Icon of={Check} size={12} />
                    <span className="aloud">{t`confirmed`}</span>
                  </span>
                </>
              ) : (
                <span className="c3">–</span>
              )}
            </span>
          );
        })}
    </span>
  );
}
