/** A statement of architecture work: contents, reading column, and what belongs to it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, MoreHorizontal, Pencil, Printer, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCommands } from "../../commands/command";
import { changeStatement, contentOf, deleteStatement, placeInStatement } from "../../decisions/changes";
import { Comparison } from "../../decisions/comparison";
import { type Statement, statementQuery } from "../../decisions/queries";
import { ReviewLine } from "../../decisions/review-line";
import { isWritten, type ShownGroup, type ShownSection, useSections } from "../../decisions/sections";
import { useStateWord } from "../../decisions/status";
import { DocumentTitle } from "../../decisions/title";
import { day } from "../../language/format";
import { Link, useGo } from "../../navigation/link";
import { Writing } from "../../rich-text/writing";
import { asRefusal } from "../../server/refusal";
import { useMay } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { IconButton } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { Failed, FailedPage, LoadingRows } from "../../ui/states";
import "../../style/documents.css";
import { SectionData } from "./data";
import { NoStatement } from "./missing";
import { Offer } from "./offers";
import { statement as page } from "./page";
import { StatementPanel } from "./side-panel";

export default function StatementPage(): ReactNode {
  const { t } = useLingui();
  const { id } = page.useParams();
  const { data: statement, error, refetch } = useQuery(statementQuery(id));
  if (error && [404, 422].includes(asRefusal(error).status)) return <NoStatement />;
  return (
    <>
      <Bar statement={statement} />
      {error ? (
        <FailedPage heading={t`Statement of architecture work`} error={error} retry={refetch} />
      ) : statement ? (
        <Opened key={id} statement={statement} />
      ) : (
        <LoadingRows rows={12} />
      )}
    </>
  );
}

function Bar({ statement }: { statement: Statement | undefined }) {
  const { t } = useLingui();
  const go = useGo();
  const mayWrite = useMay("soaw.manage");
  return (
    <header className="topbar">
      <nav className="crumb" aria-label={t`Where this is`}>
        <Link to="/ea-delivery/soaw" className="crumb-link">
          <Trans>Architecture work</Trans>
        </Link>
        <Icon of={ChevronRight} size={12} />
        <b className="trunc">{statement?.name ?? "…"}</b>
      </nav>
      <span className="sp" />
      {statement && (
        <Link to="/ea-delivery/soaw/$id/preview" params={{ id: statement.id }} className="btn">
          <Icon of={Printer} size={14} />
          <span className="word">
            <Trans>Print</Trans>
          </span>
        </Link>
      )}
      {statement && mayWrite && (
        <Menu
          label={t`More`}
          trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}
          entries={[
            {
              id: "delete",
              label: t`Delete`,
              icon: Trash2,
              run: async () => {
                if (await deleteStatement(statement)) go({ to: "/ea-delivery/soaw", search: {} });
              },
            },
          ]}
        />
      )}
    </header>
  );
}

function Opened({ statement }: { statement: Statement }) {
  const { t } = useLingui();
  const { write: asked, compare } = page.useSearch();
  const [write, setWrite] = useState(asked);
  const setSearch = page.useSetSearch();
  const sectionsOf = useSections();
  const wordOf = useStateWord();
  const mayWrite = useMay("soaw.manage") && statement.status !== "signed";
  const groups = sectionsOf(statement.sections);
  const sections = groups.flatMap((group) => group.sections);
  const open = (key?: string) => {
    setWrite(key);
    if (asked) setSearch({ write: undefined }, { replace: true });
  };
  useCommands([
    {
      id: "document.write",
      label: t`Write`,
      icon: Pencil,
      keys: ["e"],
      when: () => mayWrite && write === undefined,
      run: () => open((sections.find((one) => !isWritten(one)) ?? sections[0])?.key),
    },
  ]);
  const document = { ...statement, kind: "soaw" as const };
  const prepared = String(statement.document_info["prepared_by"] ?? "");
  return (
    <div className="work">
      <Contents groups={groups} current={write} />
      <div className="reading">
        <ReviewLine document={document} />
        <div className="work reading-work">
          <div className="reading-main">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
            <section className="read scroll" tabIndex={0} aria-label={statement.name}>
              <div className="read-column">
                <p className="c3 t12 num">
                  <Trans>Statement of architecture work</Trans> · <Trans>revision {statement.revision_number}</Trans> ·{" "}
                  {wordOf(statement)}
                </p>
                <DocumentTitle
                  title={statement.name}
                  mayWrite={mayWrite}
                  rename={(name) => changeStatement(statement.id, { name }, t`The statement is called “${name}” now`)}
                />
                <p className="t12 c2 document-facts">
                  {mayWrite ? (
                    <EditedLine
                      label={t`Prepared by`}
                      placeholder={t`Prepared by`}
                      value={prepared}
                      save={(prepared_by) =>
                        changeStatement(
                          statement.id,
                          { document_info: { ...statement.document_info, prepared_by } },
                          t`Prepared by ${prepared_by}`,
                        )
                      }
                    />
                  ) : (
                    prepared !== "" && <Trans>Prepared by {prepared}</Trans>
                  )}
                  <span className="num">{day(statement.created_at)}</span>
                </p>
                {compare ? (
                  <Compared statement={statement} other={compare} close={() => setSearch({ compare: undefined })} />
                ) : (
                  sections.map((section, at) => (
                    <OneSection
                      key={section.key}
                      statement={statement}
                      section={section}
                      mayWrite={mayWrite}
                      isOpen={mayWrite && write === section.key}
                      open={open}
                      next={sections[at + 1]}
                    />
                  ))
                )}
              </div>
            </section>
            <Foot>
              {mayWrite && (
                <KeyHint keys={["e"]}>
                  <Trans>write</Trans>
                </KeyHint>
              )}
              <span className="sp" />
              {write && (
                <>
                  <KeyHint keys={["mod+enter"]}>
                    <Trans>next section</Trans>
                  </KeyHint>
                  <KeyHint keys={["escape"]}>
                    <Trans>done</Trans>
                  </KeyHint>
                </>
              )}
              <KeyHint keys={["z"]}>
                <Trans>undo</Trans>
              </KeyHint>
            </Foot>
          </div>
          <StatementPanel statement={statement} document={document} mayWrite={mayWrite} />
        </div>
      </div>
    </div>
  );
}

type OneSectionProps = {
  statement: Statement;
  section: ShownSection;
  mayWrite: boolean;
  isOpen: boolean;
  open: (key?: string) => void;
  next: ShownSection | undefined;
};

function OneSection({ statement, section, mayWrite, isOpen, open, next }: OneSectionProps) {
  const { key, heading, number, content } = section;
  const hasData = isWritten({ ...section, content: null });
  return (
    <div id={`section-${key}`} className="document-section">
      <Writing
        heading={heading}
        number={number}
        text={content}
        mayWrite={mayWrite}
        isOpen={isOpen}
        open={() => open(key)}
        close={() => open()}
        next={next && (() => open(next.key))}
        place={placeInStatement(statement, key, heading)}
        offer={
          hasData ? (
            <span />
          ) : (
            mayWrite && <Offer statement={statement} section={key} heading={heading} write={() => open(key)} />
          )
        }
      />
      {hasData && <SectionData id={statement.id} section={section} mayWrite={mayWrite} />}
    </div>
  );
}

function Contents({ groups, current }: { groups: readonly ShownGroup[]; current: string | undefined }) {
  const { t } = useLingui();
  const sections = groups.flatMap((group) => group.sections);
  const written = sections.filter(isWritten).length;
  const show = (key: string) =>
    document.getElementById(`section-${key}`)?.scrollIntoView({ block: "start", behavior: "auto" });
  return (
    <nav className="list contents" aria-label={t`Contents`}>
      <div className="scroll list-rows">
        {groups.map((group) => (
          <div key={group.key}>
            <div className="contents-group">
              <span className="num">{group.key === "added" ? "" : group.key}</span>
              {group.heading}
            </div>
            {group.sections.map((section) => (
              <button
                key={section.key}
                type="button"
                className={section.key === current ? "contents-one on" : "contents-one"}
                onClick={() => show(section.key)}
              >
                <span className="num">{section.number}</span>
                <span className="trunc">{section.heading}</span>
                <span className="sp" />
                {!isWritten(section) && <span className="ring2" title={t`Not written`} />}
              </button>
            ))}
          </div>
        ))}
      </div>
      <Foot>
        <span>
          <Trans>
            <b>{written}</b> of {sections.length} sections written
          </Trans>
        </span>
      </Foot>
    </nav>
  );
}

function Compared({ statement, other, close }: { statement: Statement; other: string; close: () => void }) {
  const { t } = useLingui();
  const sectionsOf = useSections();
  const { data, error, refetch } = useQuery(statementQuery(other));
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={6} />;
  const [before, after] = data.revision_number < statement.revision_number ? [data, statement] : [statement, data];
  const sections = sectionsOf({ ...before.sections, ...after.sections }).flatMap((group) => group.sections);
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
          { key: "name", heading: t`Name`, before: before.name, after: after.name },
          ...sections.map(({ key, heading }) => ({
            key,
            heading,
            before: contentOf(before.sections[key]),
            after: contentOf(after.sections[key]),
          })),
        ]}
      />
    </>
  );
}
