/** The last step: an initiative with its cards, relations and a decision, in one batch. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { cancelRun, startRun } from "../../analysis/changes";
import type { AnalysisRun } from "../../analysis/queries";
import { RunProgress, useLatestRun } from "../../analysis/run";
import type { Session } from "../../analysis/sessions";
import { Link } from "../../navigation/link";
import { api } from "../../server/client";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Section } from "../../ui/section";
import { Status } from "../../ui/signs";
import type { StepProps } from "./step-props";

const TYPE = "architect_commit";
const MONTH = 30 * 86_400_000;
const dayAfter = (time: number) => new Date(Date.now() + time).toISOString().slice(0, 10);

/** Returns the ids of the cards, and the places of the relations, that are committed. */
function selectedOf({ capabilityMapping, leftOutCards = [], leftOutRelations = [] }: Session) {
  const cards = capabilityMapping?.proposedCards.filter(({ id }) => !leftOutCards.includes(id)) ?? [];
  const places = capabilityMapping?.proposedRelations.keys() ?? [];
  return {
    created: cards.filter(({ isNew }) => isNew).length,
    selectedCardIds: cards.map(({ id }) => id),
    selectedRelationIndices: [...places].filter((at) => !leftOutRelations.includes(at)),
  };
}

export function CommitStep({ assessment, session, mayWrite }: StepProps) {
  const { t } = useLingui();
  const [name, setName] = useState(assessment.title);
  const [from, setFrom] = useState(dayAfter(0));
  const [to, setTo] = useState(dayAfter(6 * MONTH));
  const [runId, setRunId] = useState<string>();
  const mayCommit = useMay("inventory.create") && mayWrite;
  const run = useLatestRun(TYPE);
  const isOurs = run !== undefined && (run.id === runId || run.status === "running");
  const { created, selectedCardIds, selectedRelationIndices } = selectedOf(session);
  const isBackwards = to < from;
  const commit = async () =>
    setRunId(
      await startRun(() =>
        api.POST("/api/v1/turbolens/architect/commit", {
          body: {
            assessmentId: assessment.id,
            initiativeName: name.trim(),
            startDate: from,
            endDate: to,
            selectedCardIds,
            selectedRelationIndices,
            objectiveIds: session.objectives?.map(({ id }) => id) ?? [],
            renamedCards: session.renamedCards ?? {},
          } as never,
        }),
      ),
    );
  if (assessment.status === "committed") return <Committed {...{ assessment, run }} />;
  return (
    <>
      <Section title={t`What is written`}>
        <p className="c2">
          <Trans>
            One initiative, {created} new cards and {selectedRelationIndices.length} relations, and a decision that
            names why. All of it is one batch, which can be undone.
          </Trans>
        </p>
      </Section>
      {isOurs && run.status === "failed" && (
        <Section>
          <Status tone="bad">{run.error_message ?? t`It failed`}</Status>
        </Section>
      )}
      {isOurs && run.status === "running" ? (
        <Section>
          <span className="analysis-run" role="status">
            <RunProgress run={run} />
            <Button look="line" icon={X} onPress={() => void cancelRun(run.id)}>
              <Trans>Cancel</Trans>
            </Button>
          </span>
        </Section>
      ) : (
        mayCommit && (
          <Form
            className="assessment-step"
            onSubmit={(event) => {
              event.preventDefault();
              void commit();
            }}
          >
            <Field label={t`Name of the initiative`} value={name} onChange={setName} />
            <Field label={t`It starts on`} type="date" value={from} onChange={setFrom} />
            <Field
              label={t`It ends on`}
              type="date"
              value={to}
              onChange={setTo}
              {...(isBackwards && { error: t`It ends before it starts` })}
            />
            <div>
              <Button
                look="pri"
                icon={Check}
                type="submit"
                isDisabled={name.trim() === "" || !from || !to || isBackwards}
              >
                <Trans>Make the initiative</Trans>
              </Button>
            </div>
          </Form>
        )
      )}
    </>
  );
}

/** Shows what has come of the session. */
function Committed({ assessment, run }: { assessment: StepProps["assessment"]; run: AnalysisRun | undefined }) {
  const { t } = useLingui();
  const results = run?.results ?? {};
  const isIts = results["initiative_id"] === assessment.initiative_id;
  return (
    <Section title={t`Committed`}>
      <p>
        {assessment.initiative_id ? (
          <Link to="/cards/$id" params={{ id: assessment.initiative_id }} className="lk">
            {assessment.initiative_name}
          </Link>
        ) : (
          <Trans>Its initiative is gone.</Trans>
        )}
      </p>
      {isIts && typeof results["adr_id"] === "string" && (
        <p>
          <Link to="/ea-delivery/adr/$id" params={{ id: results["adr_id"] }} className="lk">
            {String(results["adr_reference"])}
          </Link>{" "}
          <span className="c2">
            <Trans>
              has the decision; {String(results["card_count"])} cards and {String(results["relation_count"])} relations
              were created.
            </Trans>
          </span>
        </p>
      )}
    </Section>
  );
}
