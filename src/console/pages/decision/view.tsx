/** A decision that is read, written in its place, reviewed and signed. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, ChevronRight, Copy, MoreHorizontal, Pencil, Printer, Table, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useCommands } from "../../commands/command";
import { Begin } from "../../decisions/begin";
import {
  createDecision,
  deleteDecision,
  duplicateDecision,
  linkDecision,
  placeInDecision,
  renameDecision,
} from "../../decisions/changes";
import { Comparison } from "../../decisions/comparison";
import { DocumentFilters } from "../../decisions/filters";
import { listedDecisions } from "../../decisions/listed";
import { type Decision, decisionQuery, decisionsQuery } from "../../decisions/queries";
import { ReviewLine } from "../../decisions/review-line";
import { useStateWord } from "../../decisions/status";
import { DocumentTitle } from "../../decisions/title";
import { Link, useGo } from "../../navigation/link";
import { Writing } from "../../rich-text/writing";
import { asRefusal } from "../../server/refusal";
import { useMay, useMe } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { Menu } from "../../ui/menu";
import { Segments } from "../../ui/segments";
import { Failed, FailedPage, LoadingRows } from "../../ui/states";
import "../../style/documents.css";
import { useFieldLabel } from "./fields";
import { DecisionList } from "./list";
import { NoDecision } from "./missing";
import { FIELDS, decision as page } from "./page";
import { DecisionPanel } from "./side-panel";

export default function DecisionPage() {
  const { t } = useLingui();
  const { id } = page.useParams();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const me = useMe();
  const { data: all, error: listError } = useQuery(decisionsQuery);
  const { data: decision, error, refetch } = useQuery(decisionQuery(id));
  const listed = useMemo(() => listedDecisions(all ?? [], search, me.id), [all, search, me.id]);
  const cardName = all?.flatMap(({ linked_cards }) => linked_cards).find((one) => one.id === search.card)?.name;
  if (error && [404, 422].includes(asRefusal(error).status)) return <NoDecision />;
  return (
    <>
      <Bar decision={decision} />
      <DocumentFilters
        search={search}
        setSearch={(changes) => setSearch(changes, { replace: true })}
        cardName={cardName}
      />
      <div className="work">
        <DecisionList listed={listed} isLoading={all === undefined && !listError} current={id} />
        {error ? (
          <FailedPage heading={t`Decision`} error={error} retry={refetch} />
        ) : decision ? (
          <Reading key={id} decision={decision} listed={listed} />
        ) : (
          <LoadingRows rows={12} />
        )}
      </div>
    </>
  );
}

function Bar({ decision }: { decision: Decision | undefined }) {
  const { t } = useLingui();
  const { state, text, card } = page.useSearch();
  const go = useGo();
  const me = useMe();
  const [isBeginning, beginOne] = useState(false);
  const mayWrite = useMay("adr.manage");
  const mayDelete = useMay("adr.delete") || (mayWrite && decision?.created_by === me.id);
  const read = (id: string | undefined, writes = false) =>
    id && go({ to: "/ea-delivery/adr/$id", params: { id }, search: writes ? { write: "context" } : {} });
  return (
    <header className="topbar">
      <nav className="crumb" aria-label={t`Where this is`}>
        <Link to="/ea-delivery/adr" search={{ state, text, card }} className="crumb-link">
          <Trans>Decisions</Trans>
        </Link>
        <Icon of={ChevronRight} size={12} />
        <b className="num">{decision?.reference_number ?? "…"}</b>
      </nav>
      <span className="vsep" />
      <Segments
        label={t`View`}
        value="read"
        options={[
          { value: "read", label: t`Read`, icon: BookOpen },
          { value: "grid", label: t`Grid`, icon: Table },
        ]}
        onChange={(view) => view === "grid" && go({ to: "/ea-delivery/adr", search: { state, text, card } })}
      />
      <span className="sp" />
      {decision && (
        <Link to="/ea-delivery/adr/$id/preview" params={{ id: decision.id }} className="btn">
          <Icon of={Printer} size={14} />
          <span className="word">
            <Trans>Print</Trans>
          </span>
        </Link>
      )}
      {decision && mayWrite && (
        <Menu
          label={t`More`}
          trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}
          entries={[
            {
              id: "duplicate",
              label: t`Duplicate`,
              icon: Copy,
              run: async () => read(await duplicateDecision(decision)),
            },
            ...(mayDelete && decision.status === "draft"
              ? [
                  {
                    id: "delete",
                    label: t`Delete`,
                    icon: Trash2,
                    run: async () => {
                      if (await deleteDecision(decision)) go({ to: "/ea-delivery/adr", search: {} });
                    },
                  },
                ]
              : []),
          ]}
        />
      )}
      {mayWrite && (
        <Begin
          command={t`New decision`}
          field={t`What is to be decided`}
          verb={t`Begin`}
          isOpen={isBeginning}
          open={beginOne}
          begin={async (title) => read(await createDecision(title), true)}
        >
          <Trans>Decision</Trans>
        </Begin>
      )}
    </header>
  );
}

type ReadingProps = { decision: Decision; listed: readonly { id: string; reference_number: string; title: string }[] };

function Reading({ decision, listed }: ReadingProps) {
  const { t } = useLingui();
  const { write: asked, compare, state, text, card } = page.useSearch();
  const [write, setWrite] = useState(asked);
  const setSearch = page.useSetSearch();
  const go = useGo();
  const labelOf = useFieldLabel();
  const wordOf = useStateWord();
  const mayWrite = useMay("adr.manage") && decision.status !== "signed";
  const at = listed.findIndex(({ id }) => id === decision.id);
  const move = (to: { id: string } | undefined) =>
    to && go({ to: "/ea-delivery/adr/$id", params: { id: to.id }, search: { state, text, card } });
  const open = (field?: (typeof FIELDS)[number]) => {
    setWrite(field);
    if (asked) setSearch({ write: undefined }, { replace: true });
  };
  const next = listed[at + 1];
  useCommands([
    {
      id: "document.write",
      label: t`Write`,
      icon: Pencil,
      keys: ["e"],
      when: () => mayWrite && write === undefined,
      run: () => open(FIELDS.find((field) => !decision[field]) ?? "context"),
    },
    {
      id: "document.next",
      label: t`Next decision`,
      keys: ["j", "arrowdown"],
      when: () => next !== undefined,
      run: () => move(next),
    },
    {
      id: "document.before",
      label: t`Decision before`,
      keys: ["k", "arrowup"],
      when: () => at > 0,
      run: () => move(listed[at - 1]),
    },
  ]);
  const document = { ...decision, kind: "adr" as const, name: decision.title };
  const { superseded_by: successor } = decision;
  return (
    <div className="reading">
      <ReviewLine
        document={document}
        successor={
          successor && (
            <>
              <b>
                <Trans>Superseded by</Trans>
              </b>{" "}
              <Link to="/ea-delivery/adr/$id" params={{ id: successor.id }} className="lk">
                {successor.reference_number} {successor.title}
              </Link>
            </>
          )
        }
      />
      <div className="work reading-work">
        <div className="reading-main">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <section className="read scroll" tabIndex={0} aria-label={decision.title}>
            <div className="read-column">
              <p className="c3 t12 num">
                {decision.reference_number} · <Trans>revision {decision.revision_number}</Trans> · {wordOf(decision)}
              </p>
              <DocumentTitle
                title={decision.title}
                mayWrite={mayWrite}
                rename={(title) => renameDecision(decision, title)}
              />
              {compare ? (
                <Compared decision={decision} other={compare} close={() => setSearch({ compare: undefined })} />
              ) : (
                FIELDS.map((field, place) => (
                  <Writing
                    key={field}
                    heading={labelOf(field)}
                    className={field}
                    text={decision[field]}
                    mayWrite={mayWrite}
                    isOpen={mayWrite && write === field}
                    open={() => open(field)}
                    close={() => open()}
                    next={FIELDS[place + 1] && (() => open(FIELDS[place + 1]))}
                    place={placeInDecision(decision, field, labelOf(field))}
                    onCard={(named) => {
                      if (!decision.linked_cards.some(({ id }) => id === named.id)) void linkDecision(decision, named);
                    }}
                  />
                ))
              )}
              {next && (
                <Link
                  to="/ea-delivery/adr/$id"
                  params={{ id: next.id }}
                  search={{ state, text, card }}
                  className="next-document"
                >
                  <span className="c3 t12">
                    <Trans>Next</Trans>
                  </span>
                  <span className="c3 t12 num">{next.reference_number}</span>
                  <span className="trunc">{next.title}</span>
                  <span className="sp" />
                  <Keys of="j" />
                </Link>
              )}
            </div>
          </section>
          <Foot>
            {mayWrite ? (
              <KeyHint keys={["e"]}>
                <Trans>write</Trans>
              </KeyHint>
            ) : (
              <span>{wordOf(decision)}</span>
            )}
            <span className="sp" />
            {write ? (
              <>
                <KeyHint keys={["mod+enter"]}>
                  <Trans>next text</Trans>
                </KeyHint>
                <KeyHint keys={["escape"]}>
                  <Trans>done</Trans>
                </KeyHint>
              </>
            ) : (
              <KeyHint keys={["j"]}>
                <Trans>next</Trans>
              </KeyHint>
            )}
            <KeyHint keys={["z"]}>
              <Trans>undo</Trans>
            </KeyHint>
          </Foot>
        </div>
        <DecisionPanel decision={decision} document={document} />
      </div>
    </div>
  );
}

function Compared({ decision, other, close }: { decision: Decision; other: string; close: () => void }) {
  const labelOf = useFieldLabel();
  const { data, error, refetch } = useQuery(decisionQuery(other));
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={6} />;
  const [before, after] = data.revision_number < decision.revision_number ? [data, decision] : [decision, data];
  return (
    <>
      <p className="compared t12">
        <Trans>
          From revision {before.revision_number} to revision {after.revision_number}: <del>what was taken out</del>,{" "}
          <ins>what is new</ins>
        </Trans>
        <span className="sp" />
        <button type="button" className="lk" onClick={close}>
          <Trans>Read the text</Trans>
        </button>
      </p>
      <Comparison
        texts={[
          { key: "title", heading: labelOf("title"), before: before.title, after: after.title },
          ...FIELDS.map((key) => ({ key, heading: labelOf(key), before: before[key], after: after[key] })),
        ]}
      />
    </>
  );
}
