/** The form of an assessment: one to five points for each score. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Form } from "../ui/form";
import { Segments } from "../ui/segments";
import { assess, changeAssessment, type Scores } from "./assessing";
import { SCORES, useScoreWords } from "./dumbbells";
import type { Assessment } from "./queries";

const MIDDLE = 3;
const POINTS = ["1", "2", "3", "4", "5"] as const;

type FormProps = {
  processId: string;
  /** The latest assessment, whose scores a new one begins with. */
  before: Assessment | undefined;
  /** The assessment that is changed; undefined for a new one. */
  changed: Assessment | undefined;
  close: () => void;
};

/** Returns today as the account's clock has it. */
const today = (): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** Shows the form. */
export function AssessmentForm({ processId, before, changed, close }: FormProps) {
  const { t } = useLingui();
  const words = useScoreWords();
  const begun = changed ?? before;
  const [date, setDate] = useState(changed?.assessment_date ?? today());
  const [notes, setNotes] = useState(changed?.notes ?? "");
  const [scores, setScores] = useState(
    () => Object.fromEntries(SCORES.map((score) => [score, begun?.[score] ?? MIDDLE])) as Scores,
  );
  const save = async () => {
    const written = { ...scores, notes };
    const isSaved = changed
      ? await changeAssessment(processId, changed, written)
      : await assess(processId, date, written);
    if (isSaved) close();
  };
  return (
    <Form
      className="assessment-form"
      aria-label={changed ? t`Change the assessment` : t`Assess the process`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="assessment-scores">
        {SCORES.map((score) => (
          <div key={score}>
            <span className="t12 c2">{words[score]}</span>
            <Segments
              label={words[score]}
              value={String(scores[score]) as (typeof POINTS)[number]}
              options={POINTS.map((value) => ({ value, label: value }))}
              onChange={(value) => setScores({ ...scores, [score]: Number(value) })}
            />
          </div>
        ))}
      </div>
      <div className="assessment-words">
        <Field
          label={t`As of`}
          type="date"
          value={date}
          onChange={setDate}
          isDisabled={changed !== undefined}
          isRequired
        />
        <Field label={t`Notes`} value={notes} onChange={setNotes} maxLength={10_000} />
        <Button type="submit" look="pri">
          <Trans>Save</Trans>
        </Button>
        <Button onPress={close}>
          <Trans>Leave it</Trans>
        </Button>
      </div>
    </Form>
  );
}
