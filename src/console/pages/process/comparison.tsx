/** Two revisions side by side: what was added, removed or changed is marked in both drawings, and said in words. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useMemo } from "react";
import { type ElementMark, FlowCanvas } from "../../processes/canvas";
import { differencesQuery, type FlowHead, versionQuery } from "../../processes/queries";
import { SettingChip } from "../../reports/setting-chip";
import type { Schemas } from "../../server/client";
import { Foot } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Failed, LoadingRows } from "../../ui/states";
import { process as page } from "./page";
import { type ProcessProps, useStateWord } from "./versions";

type Differences = Schemas["FlowDiff"];
type ComparisonProps = ProcessProps & { before: FlowHead; after: FlowHead };

/** Returns the marks of the elements on one side: what was taken out stands in the first, what is new in the second. */
function marksIn(differences: Differences | undefined, side: "before" | "after"): Map<string, ElementMark> {
  if (!differences) return new Map();
  const { added, removed, renamed, retyped, moved, relinked } = differences;
  return new Map<string, ElementMark>([
    ...[...renamed, ...retyped, ...moved, ...relinked].map((one) => [one.bpmn_element_id, "changed"] as const),
    ...(side === "before"
      ? removed.map((one) => [one.bpmn_element_id, "removed"] as const)
      : added.map((one) => [one.bpmn_element_id, "added"] as const)),
  ]);
}

/** Shows the comparison. */
export function Comparison({ card, flow, before, after }: ComparisonProps) {
  const { t } = useLingui();
  const setSearch = page.useSetSearch();
  const { data, error, refetch } = useQuery(differencesQuery(card.id, before.id, after.id));
  const left = useMemo(() => marksIn(data, "before"), [data]);
  const right = useMemo(() => marksIn(data, "after"), [data]);
  const word = useStateWord();
  const options = flow.versions.map((version) => ({
    value: version.id,
    label: `${version.revision} · ${word(version)}`,
  }));
  const count = data
    ? data.added.length +
      data.removed.length +
      new Set([...right].flatMap(([id, mark]) => (mark === "changed" ? id : []))).size
    : 0;
  return (
    <>
      <div className="chips">
        <Button icon={ArrowLeft} onPress={() => setSearch({ version: undefined, with: undefined })}>
          <Trans>Revisions</Trans>
        </Button>
        <SettingChip
          name={t`Before`}
          value={before.id}
          options={options.filter(({ value }) => value !== after.id)}
          onChange={(id) => setSearch({ with: id }, { replace: true })}
        />
        <SettingChip
          name={t`After`}
          value={after.id}
          options={options.filter(({ value }) => value !== before.id)}
          onChange={(id) => setSearch({ version: id }, { replace: true })}
        />
        <span className="sp" />
        <span className="mark-legend t12">
          <i className="removed" /> <Trans>taken out</Trans>
          <i className="added" /> <Trans>new</Trans>
          <i className="changed" /> <Trans>changed</Trans>
        </span>
      </div>
      <div className="process-scroll scroll">
        {error && <Failed error={error} retry={refetch} />}
        <div className="sides">
          <Side card={card} version={before} marks={left} />
          <Side card={card} version={after} marks={right} />
        </div>
        {data && <DifferenceList differences={data} />}
      </div>
      <Foot>
        {data && (
          <span>
            {count === 0 ? (
              <Trans>No element differs</Trans>
            ) : (
              <Plural value={count} one="# element differs" other="# elements differ" />
            )}
          </span>
        )}
      </Foot>
    </>
  );
}

type SideProps = Pick<ProcessProps, "card"> & { version: FlowHead; marks: ReadonlyMap<string, ElementMark> };

function Side({ card, version, marks }: SideProps) {
  const { t } = useLingui();
  const word = useStateWord();
  const { data, error, refetch } = useQuery(versionQuery(card.id, version.id));
  const name = t`Revision ${version.revision}, ${word(version)}`;
  return (
    <section className="side" aria-label={name}>
      <h2>{name}</h2>
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <LoadingRows />
      ) : data.bpmn_xml === "" ? (
        <p className="c3 side-empty">{t`Nothing is drawn`}</p>
      ) : (
        <FlowCanvas label={t`Flow of revision ${version.revision}`} xml={data.bpmn_xml} marks={marks} />
      )}
    </section>
  );
}

/** Says what differs, one line for each difference. */
function DifferenceList({ differences }: { differences: Differences }) {
  const { t } = useLingui();
  const nameOf = ({ name, bpmn_element_id }: { name: string | null; bpmn_element_id: string }) =>
    name || bpmn_element_id;
  const { added, removed, renamed, retyped, moved, relinked } = differences;
  const lines: [key: string, mark: ElementMark, text: string][] = [
    ...removed.map((one): (typeof lines)[number] => [
      `- ${one.bpmn_element_id}`,
      "removed",
      t`${nameOf(one)} is taken out`,
    ]),
    ...added.map((one): (typeof lines)[number] => [`+ ${one.bpmn_element_id}`, "added", t`${nameOf(one)} is new`]),
    ...renamed.map((one): (typeof lines)[number] => [
      `name ${one.bpmn_element_id}`,
      "changed",
      t`“${one.from ?? ""}” is called “${one.to ?? ""}”`,
    ]),
    ...retyped.map((one): (typeof lines)[number] => [
      `kind ${one.bpmn_element_id}`,
      "changed",
      t`${nameOf(one)} is of another kind: ${one.to} in place of ${one.from}`,
    ]),
    ...moved.map((one): (typeof lines)[number] => [
      `lane ${one.bpmn_element_id}`,
      "changed",
      t`${nameOf(one)} is in the lane ${one.to || "–"} in place of ${one.from || "–"}`,
    ]),
    ...relinked.map((one): (typeof lines)[number] => [
      `${one.link} ${one.bpmn_element_id}`,
      "changed",
      t`${nameOf(one)} is linked to ${one.to?.name ?? "–"} in place of ${one.from?.name ?? "–"}`,
    ]),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="difference-list" aria-label={t`Differences`}>
      {lines.map(([key, mark, text]) => (
        <li key={key} className={`diffl ${mark}`}>
          {text}
        </li>
      ))}
    </ul>
  );
}
