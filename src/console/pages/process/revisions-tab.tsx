/** The revisions of a flow as a list, and two of them side by side with their differences marked. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import { day } from "../../language/format";
import { useGo } from "../../navigation/link";
import { deleteDraft } from "../../processes/changes";
import type { FlowHead } from "../../processes/queries";
import { Foot, KeyHint } from "../../ui/bars";
import { Button, IconButton } from "../../ui/button";
import { BeginVerbs, NoFlow } from "./begin";
import { Comparison } from "./comparison";
import { process as page } from "./page";
import { type ProcessProps, useStateWord } from "./versions";

/** Shows the tab. */
export function RevisionsTab({ card, flow }: ProcessProps) {
  const { t } = useLingui();
  const { version, with: other } = page.useSearch();
  const go = useGo();
  const columns = useColumns(card, flow);
  const { versions } = flow;
  const [after, before] = [version, other].map((id) => versions.find((one) => one.id === id));
  if (after && before && after !== before) return <Comparison card={card} flow={flow} before={before} after={after} />;
  return (
    <>
      {flow.can_edit_draft && versions.length > 0 && (
        <div className="chips revision-verbs">
          <span className="c3 t12">
            <Trans>Begin another draft</Trans>
          </span>
          <BeginVerbs card={card} />
        </div>
      )}
      <section className="documents" aria-label={t`Revisions`}>
        {versions.length === 0 ? (
          <NoFlow card={card} flow={flow} />
        ) : (
          <Grid
            label={t`Revisions`}
            columns={columns}
            total={versions.length}
            rowAt={(at) => versions[at]}
            idOf={({ id }) => id}
            onOpen={({ id }) => go({ to: "/bpm/processes/$id", params: { id: card.id }, search: { version: id } })}
          />
        )}
      </section>
      <Foot>
        <span>
          <Plural value={versions.length} one="# revision" other="# revisions" />
        </span>
        <span className="sp" />
        <KeyHint keys={["enter"]}>
          <Trans>open</Trans>
        </KeyHint>
      </Foot>
    </>
  );
}

/** Returns the columns. */
function useColumns(
  card: ProcessProps["card"],
  { versions, can_edit_draft }: ProcessProps["flow"],
): Column<FlowHead>[] {
  const { t } = useLingui();
  const word = useStateWord();
  const setSearch = page.useSetSearch();
  const published = versions.find(({ status }) => status === "published");
  /** Returns the version that another one is compared with at first: the published one, or the one before it. */
  const counterpartOf = (version: FlowHead) =>
    published && published.id !== version.id ? published : versions[versions.indexOf(version) + 1];
  return [
    {
      key: "revision",
      label: t`Revision`,
      width: 168,
      cell: (version) => (
        <>
          <b className="num">{version.revision}</b>
          <span className={version.status === "published" ? "st good" : "c2"}>{word(version)}</span>
        </>
      ),
    },
    { key: "begun", label: t`Begun`, width: 220, cell: (one) => by(one.created_by_name, one.created_at) },
    { key: "submitted", label: t`Submitted`, width: 220, cell: (one) => by(one.submitted_by_name, one.submitted_at) },
    { key: "approved", label: t`Approved`, width: 220, cell: (one) => by(one.approved_by_name, one.approved_at) },
    {
      key: "remark",
      label: t`Remark`,
      cell: ({ rejection, archived_at }) => (
        <span className="trunc c2">
          {rejection && t`Rejected by ${rejection.by ?? "–"}: ${rejection.reason ?? ""}`}
          {archived_at && t`Replaced on ${day(archived_at)}`}
        </span>
      ),
    },
    {
      key: "verbs",
      label: t`Compare or delete`,
      isLabelHidden: true,
      width: 140,
      cell: (version) => {
        const other = counterpartOf(version);
        return (
          <>
            {other && (
              <Button className="sm" onPress={() => setSearch({ version: version.id, with: other.id })}>
                <Trans>Compare</Trans>
              </Button>
            )}
            {can_edit_draft && version.status === "draft" && (
              <IconButton
                writes
                icon={Trash2}
                size={14}
                label={t`Delete the draft of revision ${version.revision}`}
                onPress={() => void deleteDraft(card.id, version)}
              />
            )}
          </>
        );
      },
    },
  ];
}

/** Shows who has done something, and when. */
const by = (name: string | null, at: string | null) =>
  at && (
    <>
      <span className="trunc">{name ?? "–"}</span>
      <span className="c3 num t11">{day(at)}</span>
    </>
  );
