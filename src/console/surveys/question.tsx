/** One question about one card: what is recorded, and whether it is still right. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isSame } from "../cards/edited-field";
import { useCommands } from "../commands/command";
import { refusalSentence } from "../server/changes";
import { asRefusal } from "../server/refusal";
import { Icon } from "../ui/icon";
import { AnswerEditor } from "./answer-editor";
import type { Answer, AskedField } from "./queries";
import { isEmpty, nameOf, Value } from "./words";

type QuestionProps = {
  field: AskedField;
  /** The answer given before, if there is one. */
  answer: Answer | undefined;
  /** The place of the question, from 1, and how many there are. */
  at: number;
  total: number;
  /** Saves an answer. @throws Refusal */
  save: (answer: Answer) => Promise<unknown>;
  /** Stands above the question: the card. */
  head: ReactNode;
  /** Stands below it: what comes next. */
  children?: ReactNode;
  /** True where its keys act on the page. */
  hasKeys?: boolean;
};

const isAnswer = (answer: Answer | undefined) =>
  answer !== undefined && (answer.confirmed || answer.new_value !== null);

/** Shows the question, and the buttons at the thumb. A failed answer stays in its field. */
export function Question({ field, answer, at, total, save, head, children, hasKeys = false }: QuestionProps) {
  const { t } = useLingui();
  const recorded = answer && !answer.confirmed && answer.new_value !== null ? answer.new_value : field.current_value;
  const [draft, setDraft] = useState<{ value: unknown }>();
  const [failure, setFailure] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const isHidden = field.is_hidden === true && recorded === null;
  const mayChange = field.action !== "confirm";
  const send = async (given: Answer) => {
    setSending(true);
    setFailure(undefined);
    try {
      await save(given);
      setDraft(undefined);
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
    }
  };
  const confirm = () => send({ new_value: null, confirmed: true });
  const saveDraft = () => {
    if (!draft || draft.value === undefined) return;
    const isUnchanged = draft.value === null || isSame(draft.value, field.current_value);
    void send(
      isUnchanged && !field.is_hidden
        ? { new_value: null, confirmed: true }
        : { new_value: draft.value, confirmed: false },
    );
  };
  const edit = () => setDraft({ value: recorded });
  const isThere = !isEmpty(recorded);
  useCommands(
    hasKeys
      ? [
          { id: "survey.right", label: t`Still right`, keys: ["y"], when: () => !draft && !isHidden, run: confirm },
          { id: "survey.change", label: t`Change it`, keys: ["e"], when: () => !draft && mayChange, run: edit },
        ]
      : [],
  );
  return (
    <form
      className="survey-question"
      aria-label={t`Question ${at} of ${total}`}
      onSubmit={(event) => {
        event.preventDefault();
        saveDraft();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !draft) return;
        event.stopPropagation();
        setDraft(undefined);
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="survey-body scroll" tabIndex={0} aria-label={t`The question`}>
        {head}
        <p className="t12 c3">{t`Question ${at} of ${total}`}</p>
        <h2 className="t20">{field.question || nameOf(field)}</h2>
        {field.question && <p className="c3 t12">{nameOf(field)}</p>}
        {draft ? (
          <AnswerEditor field={field} value={draft.value} onChange={(value) => setDraft({ value })} />
        ) : (
          <div className="survey-value">
            <span className="survey-recorded">
              {isHidden ? (
                <span className="c3">
                  <Trans>Not shown to you</Trans>
                </span>
              ) : (
                <Value field={field} value={recorded} />
              )}
            </span>
            <span className="sp" />
            <span className="c3 t12">
              {isAnswer(answer) ? (
                <span className="st good">
                  <Icon of={Check} size={14} />
                  <Trans>your answer</Trans>
                </span>
              ) : isThere ? (
                <Trans>recorded now</Trans>
              ) : (
                !isHidden && <Trans>nothing recorded</Trans>
              )}
            </span>
          </div>
        )}
        {failure !== undefined && (
          <p className="survey-failed" role="alert">
            <Icon of={CircleAlert} size={14} />
            <span>
              <b>
                <Trans>Not sent.</Trans>
              </b>{" "}
              {refusalSentence(asRefusal(failure))}
            </span>
          </p>
        )}
        {children}
      </section>
      <div className="survey-act">
        <div className="survey-taps">
          {draft ? (
            <>
              <button type="submit" className="tap pri" disabled={isSending || draft.value === undefined}>
                {failure === undefined ? <Trans>Save</Trans> : <Trans>Send again</Trans>}
              </button>
              <button type="button" className="tap" onClick={() => setDraft(undefined)}>
                <Trans>Leave it</Trans>
              </button>
            </>
          ) : (
            <>
              {!isHidden && (
                <button type="button" className="tap pri" disabled={isSending} onClick={() => void confirm()}>
                  <Icon of={Check} />
                  {isThere ? <Trans>Still right</Trans> : <Trans>Nothing to enter</Trans>}
                </button>
              )}
              {mayChange && (
                <button type="button" className={isHidden ? "tap pri" : "tap"} disabled={isSending} onClick={edit}>
                  {isThere ? <Trans>Change it</Trans> : <Trans>Enter it</Trans>}
                </button>
              )}
            </>
          )}
        </div>
        <p className="t11 c3">
          <Trans>Each answer is saved at once. You can stop here and continue later.</Trans>
        </p>
      </div>
    </form>
  );
}
