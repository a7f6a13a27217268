/** The steps that ask: each question with why it is asked, and its answer. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Question, Questions } from "../../analysis/sessions";
import { Section } from "../../ui/section";
import type { StepProps } from "./step-props";

export const BusinessStep = (props: StepProps) => <QuestionList {...props} asked={props.session.phase1} />;

export function TechnicalStep(props: StepProps) {
  const { t } = useLingui();
  const { phase2 } = props.session;
  const insights = phase2?.keyInsights ?? [];
  return (
    <>
      {insights.length > 0 && (
        <Section title={t`What the landscape says`}>
          <ul className="analysis-facts">
            {insights.map((insight) => (
              <li key={insight}>{insight}</li>
            ))}
          </ul>
        </Section>
      )}
      <QuestionList {...props} asked={phase2} />
    </>
  );
}

function QuestionList({ session, mayWrite, change, asked }: StepProps & { asked: Questions | undefined }) {
  const answers = session.answers ?? {};
  return (
    <ol className="assessment-questions">
      {asked?.questions.map((question) => (
        <li key={question.id}>
          <OneQuestion
            question={question}
            answer={answers[question.id]}
            mayWrite={mayWrite}
            save={(answer) => change({ answers: { ...answers, [question.id]: answer } })}
          />
        </li>
      ))}
    </ol>
  );
}

type Answer = string | string[];
type OneProps = { question: Question; answer: Answer | undefined; mayWrite: boolean; save: (answer: Answer) => void };

/** Shows a question with its answer: a text, one of a few, or some of them. */
function OneQuestion({ question: { id, question, why, type, options = [] }, answer, mayWrite, save }: OneProps) {
  const [text, setText] = useState(typeof answer === "string" ? answer : "");
  const chosen = [answer ?? []].flat();
  const isOpen = type === "text" || options.length === 0;
  return (
    <fieldset className="assessment-question">
      <legend className="w2">{question}</legend>
      {why && (
        <p className="c3 t12">
          <Trans>Why: {why}</Trans>
        </p>
      )}
      {isOpen ? (
        <textarea
          className="inp area"
          aria-label={question}
          rows={2}
          readOnly={!mayWrite}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => text !== (answer ?? "") && save(text)}
        />
      ) : (
        <div className="assessment-choices">
          {options.map((option) => (
            <label key={option} className="assessment-choice">
              <input
                type={type === "multi" ? "checkbox" : "radio"}
                name={id}
                disabled={!mayWrite}
                checked={chosen.includes(option)}
                onChange={({ target }) =>
                  save(
                    type !== "multi"
                      ? option
                      : target.checked
                        ? [...chosen, option]
                        : chosen.filter((one) => one !== option),
                  )
                }
              />
              {option}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
