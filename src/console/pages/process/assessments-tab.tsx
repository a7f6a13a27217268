/** The assessments of a process over time, and the form that makes one. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { day } from "../../language/format";
import { deleteAssessment } from "../../processes/assessing";
import { AssessmentForm } from "../../processes/assessment-form";
import { changeOf, SCORES, useScoreWords } from "../../processes/dumbbells";
import { type Assessment, assessmentsQuery } from "../../processes/queries";
import type { Schemas } from "../../server/client";
import { Foot, KeyHint } from "../../ui/bars";
import { Button, IconButton } from "../../ui/button";
import { Empty, Failed, LoadingRows } from "../../ui/states";

/** Shows the tab. */
export function AssessmentsTab({ card }: { card: Schemas["Card"] }) {
  const { t } = useLingui();
  const { data: assessments, error, refetch } = useQuery(assessmentsQuery(card.id));
  const [edited, edit] = useState<Assessment | "new">();
  const columns = useColumns(card.id, assessments ?? [], edit);
  useCommands([{ id: "process.assess", label: t`Assess the process`, keys: ["n"], run: () => edit("new") }]);
  const assess = (
    <Button look="line" writes keys="n" onPress={() => edit("new")}>
      <Trans>Assess</Trans>
    </Button>
  );
  return (
    <>
      {edited && (
        <AssessmentForm
          key={edited === "new" ? "new" : edited.id}
          processId={card.id}
          before={edited === "new" ? assessments?.[0] : undefined}
          changed={edited === "new" ? undefined : edited}
          close={() => edit(undefined)}
        />
      )}
      <section className="documents" aria-label={t`Assessments`}>
        {error && <Failed error={error} retry={refetch} />}
        {!assessments && !error && <LoadingRows />}
        {assessments?.length === 0 && !edited && (
          <Empty title={<Trans>Never assessed</Trans>} actions={assess}>
            <Trans>
              An assessment gives one to five points to efficiency, effectiveness, compliance and automation.
            </Trans>
          </Empty>
        )}
        {assessments && assessments.length > 0 && (
          <Grid
            label={t`Assessments`}
            columns={columns}
            total={assessments.length}
            rowAt={(at) => assessments[at]}
            idOf={({ id }) => id}
            onOpen={edit}
          />
        )}
      </section>
      <Foot>
        {assessments && (
          <span>
            <Plural value={assessments.length} one="# assessment" other="# assessments" />
          </span>
        )}
        <span className="sp" />
        <KeyHint keys={["n"]}>
          <Trans>assess</Trans>
        </KeyHint>
        <KeyHint keys={["enter"]}>
          <Trans>change</Trans>
        </KeyHint>
      </Foot>
    </>
  );
}

/** Returns the columns: each score with its change since the assessment before. */
function useColumns(
  processId: string,
  assessments: readonly Assessment[],
  edit: (one: Assessment) => void,
): Column<Assessment>[] {
  const { t } = useLingui();
  const words = useScoreWords();
  const before = (one: Assessment) => assessments[assessments.findIndex(({ id }) => id === one.id) + 1];
  return [
    {
      key: "date",
      label: t`Date`,
      width: 108,
      cell: ({ assessment_date }) => <span className="num">{day(assessment_date)}</span>,
    },
    ...SCORES.map(
      (score): Column<Assessment> => ({
        key: score,
        label: words[score],
        width: 112,
        isFigure: true,
        cell: (one) => (
          <span className="num">
            <span className="c3 t11">{changeOf(one[score], before(one)?.[score])}</span> <b>{one[score]}</b>
          </span>
        ),
        text: (one) => String(one[score]),
      }),
    ),
    { key: "notes", label: t`Notes`, cell: ({ notes }) => <span className="trunc c2">{notes}</span> },
    {
      key: "assessor",
      label: t`Assessed by`,
      width: 132,
      cell: ({ assessor_name }) => <span className="trunc c2">{assessor_name ?? "–"}</span>,
    },
    {
      key: "verbs",
      label: t`Change or delete`,
      isLabelHidden: true,
      width: 72,
      cell: (one) => (
        <>
          <IconButton icon={Pencil} size={14} label={t`Change the assessment`} onPress={() => edit(one)} />
          <IconButton
            writes
            icon={Trash2}
            size={14}
            label={t`Delete the assessment`}
            onPress={() => void deleteAssessment(processId, one)}
          />
        </>
      ),
    },
  ];
}
