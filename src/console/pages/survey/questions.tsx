/** The questions of a survey: fields of its cards, in the order in which they are asked. */
import { Trans, useLingui } from "@lingui/react/macro";
import { GripVertical, Plus, X } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { updateDraft } from "../../surveys/changes";
import type { Audience, Survey, SurveyField } from "../../surveys/queries";
import { nameOf, useKind, useLive } from "../../surveys/words";
import { Button, IconButton } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { EditedLine } from "../../ui/edited-line";
import { Icon } from "../../ui/icon";
import { Popup } from "../../ui/popup";
import { Segments } from "../../ui/segments";
import { useAskable } from "./askable";
import { Step } from "./step";

type StepProps = { survey: Survey; audience: Audience | undefined; isDraft: boolean };

const DRAGGED = "text/x-question";

/** Shows the questions. ⌥↑ and ⌥↓ move one. */
export function QuestionsStep({ survey, audience, isDraft }: StepProps) {
  const { t } = useLingui();
  const save = (fields: SurveyField[], sentence: string) => void updateDraft(survey, { fields }, sentence);
  const live = useLive(survey.target_type_key);
  const place = (from: number, to: number) => {
    const field = survey.fields[from];
    if (!field || to < 0 || to >= survey.fields.length || from === to) return;
    save(survey.fields.toSpliced(from, 1).toSpliced(to, 0, field), t`${nameOf(field)} is moved`);
  };
  return (
    <Step title={t`Questions`} remark={t`Fields of the card: the answer goes to the card`}>
      <ul className="survey-questions" aria-label={t`Questions`}>
        {survey.fields.map((field, at) => (
          <QuestionRow
            key={field.key}
            field={field}
            name={nameOf(live(field))}
            set={audience?.fields.find(({ key }) => key === field.key)?.set}
            total={audience?.total_cards}
            isDraft={isDraft}
            at={at}
            place={place}
            change={(changes) =>
              save(survey.fields.with(at, { ...field, ...changes }), t`The question about ${nameOf(field)} changed`)
            }
            remove={() => save(survey.fields.toSpliced(at, 1), t`${nameOf(field)} is not asked any more`)}
          />
        ))}
      </ul>
      {isDraft && <AddField survey={survey} save={save} />}
      {!isDraft && survey.fields.length === 0 && (
        <span className="c3">
          <Trans>Nothing is asked</Trans>
        </span>
      )}
    </Step>
  );
}

type RowProps = {
  field: SurveyField;
  name: string;
  set: number | undefined;
  total: number | undefined;
  isDraft: boolean;
  at: number;
  place: (from: number, to: number) => void;
  change: (changes: Partial<SurveyField>) => void;
  remove: () => void;
};

function QuestionRow({ field, name, set, total, isDraft, at, place, change, remove }: RowProps) {
  const { t } = useLingui();
  const kind = useKind();
  const [isOver, setOver] = useState(false);
  return (
    <li
      className={isOver ? "survey-field over" : "survey-field"}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        place(Number(event.dataTransfer.getData(DRAGGED)), at);
      }}
    >
      {isDraft && (
        <button
          type="button"
          className="grip"
          draggable
          aria-label={t`Move ${name}`}
          title={t`Drag, or press ⌥↑ and ⌥↓`}
          onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, String(at))}
          onKeyDown={(event) => {
            if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
            event.preventDefault();
            place(at, event.key === "ArrowUp" ? at - 1 : at + 1);
          }}
        >
          <Icon of={GripVertical} size={14} />
        </button>
      )}
      <span className="survey-field-name">
        <span className="trunc">{name}</span>
        <span className="c3 t12 trunc">
          {kind(field)}
          {set !== undefined && total !== undefined && (
            <>
              {" · "}
              <Trans>
                set for {number(set)} of {number(total)}
              </Trans>
            </>
          )}
        </span>
      </span>
      {isDraft ? (
        <EditedLine
          className="inp line survey-wording"
          label={t`Question about ${name}`}
          placeholder={t`Ask in your own words`}
          value={field.question ?? ""}
          maxLength={300}
          save={(question) => change({ question })}
        />
      ) : (
        <span className="c2 trunc survey-wording">{field.question}</span>
      )}
      {isDraft ? (
        <Segments
          label={t`Answers about ${name}`}
          value={field.action === "confirm" ? "confirm" : "maintain"}
          options={[
            { value: "maintain", label: t`Confirm or correct` },
            { value: "confirm", label: t`Confirm` },
          ]}
          onChange={(action) => change({ action })}
        />
      ) : (
        <span className="c3 t12">{field.action === "confirm" ? t`Confirm` : t`Confirm or correct`}</span>
      )}
      {isDraft && <IconButton icon={X} size={14} label={t`Don't ask about ${name}`} onPress={remove} />}
    </li>
  );
}

function AddField({ survey, save }: { survey: Survey; save: (fields: SurveyField[], sentence: string) => void }) {
  const { t } = useLingui();
  const types = useTypes();
  const askable = useAskable(survey.target_type_key);
  const [isOpen, open] = useState(false);
  useCommands([{ id: "survey.field", label: t`Ask about a field`, icon: Plus, keys: ["f"], run: () => open(true) }]);
  const type = labelOf(types.get(survey.target_type_key) ?? { label: survey.target_type_key });
  const toggle = (chosen: readonly string[]) => {
    const added = askable.filter(({ key }) => chosen.includes(key) && !survey.fields.some((one) => one.key === key));
    // A field that the type has lost stays until one takes it away.
    const staying = survey.fields.filter(({ key }) => chosen.includes(key) || !askable.some((one) => one.key === key));
    const [first] = added;
    save(
      [...staying, ...added],
      first ? t`${nameOf(first)} is asked about` : t`The questions of ${survey.name} changed`,
    );
  };
  return (
    <Popup
      label={t`Fields of ${type}`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button icon={Plus} keys="f" className="lk-button">
          <Trans>Ask about a field of {type}</Trans>
        </Button>
      }
    >
      {() => (
        <div className="survey-askable">
          <CheckList
            label={t`Fields of ${type}`}
            options={askable.map((field) => ({ value: field.key, label: nameOf(field) }))}
            chosen={survey.fields.map(({ key }) => key)}
            onChange={toggle}
          />
        </div>
      )}
    </Popup>
  );
}
