/** The risks of an initiative as a grid: how probable, how grave, what is done about it, and who looks after it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { number } from "../../language/format";
import { PersonField } from "../../people/person-field";
import { type ProjectRisk, projectRisksQuery } from "../../projects/queries";
import { choiceColumn, figureColumn, type RecordColumn, textColumn } from "../../projects/record-column";
import { RecordGrid } from "../../projects/record-grid";
import { riskWords } from "../../projects/words";
import { Avatar } from "../../ui/avatar";
import { Foot, KeyHint } from "../../ui/bars";
import { Missing, Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { useWidth } from "../../ui/width";
import type { PartProps } from "./reports";

/** Scores from which on a risk is grave, of 25. */
const SCORES = { bad: 15, warn: 10 };

const STEPS = [1, 2, 3, 4, 5];

/** Returns the step from 1 to 5 that a text means. */
function stepIn(text: string): number | undefined {
  const step = Number(text.trim());
  return STEPS.includes(step) ? step : undefined;
}

function Score({ risk }: { risk: ProjectRisk }) {
  const isOpen = risk.status === "open" || risk.status === "mitigating";
  const tone = risk.risk_score >= SCORES.bad ? "bad" : "warn";
  const score = number(risk.risk_score);
  return isOpen && risk.risk_score >= SCORES.warn ? (
    <Status tone={tone}>
      <span className="num">{score}</span>
    </Status>
  ) : (
    <span className="num">{score}</span>
  );
}

/** Shows the risks. */
export function RisksTab({ card, mayManage }: PartProps) {
  const { t } = useLingui();
  const [room, width] = useWidth<HTMLElement>();
  const { data, error, refetch } = useQuery(projectRisksQuery(card.id));
  const all: (RecordColumn<ProjectRisk> & { from?: number })[] = [
    textColumn({ key: "title", label: t`Risk` }, <Missing title={t`No words`} />),
    { ...figureColumn<ProjectRisk>({ key: "probability", label: t`Probability`, width: 96 }, stepIn), from: 620 },
    { ...figureColumn<ProjectRisk>({ key: "impact", label: t`Impact`, width: 84 }, stepIn), from: 620 },
    {
      key: "risk_score",
      label: t`Score`,
      width: 76,
      isFigure: true,
      cell: (risk) => <Score risk={risk} />,
      text: ({ risk_score }) => String(risk_score),
    },
    { ...choiceColumn<ProjectRisk>({ key: "status", label: t`Status`, width: 140 }, riskWords()), from: 480 },
    {
      ...textColumn<ProjectRisk>(
        { key: "mitigation", label: t`Mitigation`, width: 280 },
        <Missing title={t`No mitigation`} />,
      ),
      from: 900,
    },
    {
      key: "owner_id",
      label: t`Owner`,
      width: 164,
      from: 760,
      cell: ({ owner_name: name }) =>
        name ? (
          <>
            <Avatar name={name} />
            <span className="trunc">{name}</span>
          </>
        ) : (
          <Missing title={t`No owner`} />
        ),
      text: ({ owner_name }) => owner_name ?? "",
      editor: (_, save, { close }) => (
        <PersonField
          label={t`Owner`}
          autoFocus
          choose={({ id }) => {
            save(id);
            close();
          }}
          onLeave={() => close()}
        />
      ),
    },
  ];
  const open = (data ?? []).filter(({ status }) => status === "open" || status === "mitigating");
  const bare = open.filter(({ mitigation }) => !mitigation).length;
  return (
    <>
      <section className="project-risks" aria-label={t`Risks`} ref={room}>
        <h1 className="aloud">{t`Risks of ${card.name}`}</h1>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={8} />}
        {data && width > 0 && (
          <RecordGrid
            label={t`Risks`}
            kind="risks"
            initiative={card.id}
            records={data}
            columns={all.filter(({ from = 0 }) => width >= from)}
            mayEdit={mayManage}
            fresh={{ title: "" }}
            offer={t`Another risk`}
          />
        )}
      </section>
      <Foot>
        <span>
          <Trans>
            <b>{number(open.length)}</b> open
          </Trans>
        </span>
        {bare > 0 && (
          <span>
            <Trans>{number(bare)} without mitigation</Trans>
          </span>
        )}
        <span className="sp" />
        {mayManage && (
          <span className="desk-only">
            <KeyHint keys={["e"]}>
              <Trans>edit</Trans>
            </KeyHint>
            <KeyHint keys={["delete"]}>
              <Trans>delete</Trans>
            </KeyHint>
            <KeyHint keys={["z"]}>
              <Trans>undo</Trans>
            </KeyHint>
          </span>
        )}
      </Foot>
    </>
  );
}
