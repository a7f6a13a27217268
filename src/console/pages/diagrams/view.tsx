/** The diagrams as a gallery. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Begin } from "../../decisions/begin";
import { createDiagram, openDiagramFile } from "../../diagrams/changes";
import { diagramGroupsQuery, diagramsQuery, MAX_DIAGRAMS } from "../../diagrams/queries";
import { useGo } from "../../navigation/link";
import { useMay } from "../../server/session";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { FileChoice } from "../../ui/file-choice";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import "../../style/documents.css";
import "./diagrams.css";
import { DiagramFilters } from "./filters";
import { filtersOf, diagrams as page } from "./page";
import { Tile } from "./tile";

export default function DiagramsPage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const go = useGo();
  const mayManage = useMay("diagrams.manage");
  const [isBeginning, beginOne] = useState(false);
  const filters = useDeferredValue(JSON.stringify(filtersOf(search)));
  const { data, error, refetch } = useQuery({
    ...diagramsQuery(JSON.parse(filters)),
    placeholderData: (before) => before,
  });
  const groups = useQuery(diagramGroupsQuery);
  const isFiltered = filters !== "{}";
  const begin = async (name: string) => {
    const id = await createDiagram(name, search.group);
    if (id) go({ to: "/diagrams/$id", params: { id } });
  };
  const openFile = async (file: File) => {
    const id = await openDiagramFile(file);
    if (id) go({ to: "/diagrams/$id", params: { id } });
  };
  return (
    <PageFrame
      title={<Trans>Diagrams</Trans>}
      actions={
        mayManage && (
          <>
            <FileChoice label={t`File of a drawing`} accept=".drawio,.xml" choose={(file) => void openFile(file)}>
              <Trans>Open a file</Trans>
            </FileChoice>
            <Begin
              command={t`New diagram`}
              field={t`What the diagram shows`}
              verb={t`Draw it`}
              isOpen={isBeginning}
              open={beginOne}
              begin={begin}
            >
              <Trans>Diagram</Trans>
            </Begin>
          </>
        )
      }
    >
      <DiagramFilters
        search={search}
        setSearch={(changes) => setSearch(changes, { replace: true })}
        groups={groups.data ?? []}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="documents diagram-list" aria-label={t`Diagrams`} tabIndex={0}>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows />}
        {data?.length === 0 && (
          <NoDiagrams
            isFiltered={isFiltered}
            mayManage={mayManage}
            begin={() => beginOne(true)}
            showAll={() => setSearch({ text: undefined, show: undefined, group: undefined })}
          />
        )}
        {data && data.length > 0 && (
          <ul className="tiles">
            {data.map((one) => (
              <Tile key={one.id} diagram={one} groups={groups.data ?? []} mayManage={mayManage} />
            ))}
          </ul>
        )}
      </section>
      <Foot>
        {data && (
          <span>
            <Plural value={data.length} one="# diagram" other="# diagrams" />
          </span>
        )}
        {data?.length === MAX_DIAGRAMS && (
          <span>
            <Trans>the {MAX_DIAGRAMS} changed last</Trans>
          </span>
        )}
        <span className="sp" />
        {mayManage && (
          <KeyHint keys={["n"]}>
            <Trans>new diagram</Trans>
          </KeyHint>
        )}
      </Foot>
    </PageFrame>
  );
}

type NoDiagramsProps = { isFiltered: boolean; mayManage: boolean; begin: () => void; showAll: () => void };

function NoDiagrams({ isFiltered, mayManage, begin, showAll }: NoDiagramsProps) {
  return isFiltered ? (
    <Empty
      title={<Trans>No diagram matches</Trans>}
      actions={
        <Button look="line" onPress={showAll}>
          <Trans>Show all</Trans>
        </Button>
      }
    >
      <Trans>The filters above leave nothing over.</Trans>
    </Empty>
  ) : (
    <Empty
      title={<Trans>No diagrams yet</Trans>}
      actions={
        mayManage && (
          <Button look="line" onPress={begin}>
            <Trans>New diagram</Trans>
          </Button>
        )
      }
    >
      <Trans>A diagram is drawn with cards, and its lines with the relations that are recorded.</Trans>
    </Empty>
  );
}
