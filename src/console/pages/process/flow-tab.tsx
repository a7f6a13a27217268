/** The flow of a process: its drawing, and its elements as a grid with one selection for both. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useCommands } from "../../commands/command";
import type { GridHandle } from "../../grid/grid";
import { useTypes } from "../../metamodel/queries";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { type ElementLabel, FlowCanvas } from "../../processes/canvas";
import { isTask } from "../../processes/kinds";
import {
  elementsQuery,
  type FlowElement,
  type FlowHead,
  LINKS,
  type LinkField,
  versionQuery,
} from "../../processes/queries";
import { useMay } from "../../server/session";
import { Foot, KeyHint } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Failed, LoadingRows } from "../../ui/states";
import { NoFlow } from "./begin";
import { ElementGrid } from "./elements";
import { FactStrip } from "./facts";
import { process as page } from "./page";
import { ReviewLine } from "./review-line";
import { SidePanel } from "./side-panel";
import { type ProcessProps, useDraw, useShownVersion } from "./versions";

/** Shows the tab. */
export function FlowTab({ card, flow }: ProcessProps) {
  const version = useShownVersion(flow);
  return (
    <div className="work">
      <div className="process-main">
        {version && <ReviewLine card={card} flow={flow} version={version} />}
        <FactStrip card={card} />
        {version ? (
          <ShownFlow key={version.id} card={card} flow={flow} version={version} />
        ) : (
          <NoFlow card={card} flow={flow} />
        )}
      </div>
      {!usePeek() && <SidePanel card={card} flow={flow} />}
    </div>
  );
}

/** Returns the elements as the flow goes; those that it doesn't reach come last. */
function inOrder(elements: readonly FlowElement[], order: readonly string[]): FlowElement[] {
  const places = new Map(order.map((id, at) => [id, at]));
  const placeOf = ({ bpmn_element_id }: FlowElement) => places.get(bpmn_element_id) ?? order.length;
  return elements.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function ShownFlow({ card, flow, version }: ProcessProps & { version: FlowHead }) {
  const { t } = useLingui();
  const { lens = "application_id" } = page.useSearch();
  const setSearch = page.useSetSearch();
  const setPeek = useSetPeek();
  const types = useTypes();
  const draw = useDraw(card.id);
  const grid = useRef<GridHandle>(null);
  const [order, setOrder] = useState<readonly string[]>([]);
  const [selected, select] = useState<string>();
  const { data: shown, error, refetch } = useQuery(versionQuery(card.id, version.id));
  const {
    data: elements = [],
    error: elementsError,
    refetch: readElements,
  } = useQuery(elementsQuery(card.id, version));
  const rows = useMemo(() => inOrder(elements, order), [elements, order]);
  const labels = useMemo(
    () =>
      rows.flatMap((element): ElementLabel[] => {
        const [id, name] = [element[lens], element[nameFieldOf(lens)]];
        const color = types.get(LINKS[lens])?.color ?? "#777777";
        return id ? [{ element: element.bpmn_element_id, id, name: name ?? "", color }] : [];
      }),
    [rows, lens, types],
  );
  const mayLinkPublished = useMay("bpm.edit");
  const mayLink =
    version.status === "published" ? mayLinkPublished : version.status !== "archived" && flow.can_edit_draft;

  const choose = (id: string | undefined) => {
    select(id);
    const row = rows.findIndex(({ bpmn_element_id }) => bpmn_element_id === id);
    if (row >= 0) grid.current?.focus({ row, column: 0 });
  };
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ bpmn_element_id }) => bpmn_element_id === selected);
    choose(rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.bpmn_element_id);
  };
  const link = () => {
    const row = rows.findIndex(({ bpmn_element_id }) => bpmn_element_id === selected);
    if (row < 0) return;
    grid.current?.focus({ row, column: 2 });
    requestAnimationFrame(() => grid.current?.edit());
  };
  const edit = () => void draw(version);
  useCommands([
    { id: "process.next", label: t`Next element`, keys: ["arrowright"], quiet: true, run: () => step(1) },
    { id: "process.previous", label: t`Previous element`, keys: ["arrowleft"], quiet: true, run: () => step(-1) },
    { id: "process.link", label: t`Link the element`, keys: ["l"], when: () => mayLink, run: link },
    {
      id: "process.edit",
      label: t`Draft a revision`,
      keys: ["e"],
      when: () => flow.can_edit_draft && version.status !== "pending",
      run: edit,
    },
  ]);
  if (error) return <Failed error={error} retry={refetch} />;
  if (!shown) return <LoadingRows rows={12} />;
  if (shown.bpmn_xml === "") return <NoFlow card={card} flow={flow} version={version} />;
  const tasks = rows.filter(({ element_type }) => isTask(element_type));
  const bare = tasks.filter(({ application_id }) => !application_id);
  const lanes = new Set(rows.flatMap(({ lane_name }) => lane_name ?? [])).size;
  const automated = rows.filter(({ is_automated }) => is_automated).length;
  return (
    <>
      <div className="process-scroll scroll">
        <FlowCanvas
          label={t`Flow of ${card.name}`}
          xml={shown.bpmn_xml}
          selected={selected}
          onSelect={choose}
          onOrder={setOrder}
          labels={labels}
          onLabel={setPeek}
          {...(flow.can_edit_draft && version.status !== "pending" && { onEdit: edit })}
          tools={
            <Segments<LinkField>
              label={t`Linked cards`}
              value={lens}
              options={[
                { value: "application_id", label: t`Applications` },
                { value: "data_object_id", label: t`Data` },
                { value: "it_component_id", label: t`IT components` },
              ]}
              onChange={(next) => setSearch({ lens: next === "application_id" ? undefined : next }, { replace: true })}
            />
          }
        />
        {elementsError ? (
          <Failed error={elementsError} retry={readElements} />
        ) : (
          <ElementGrid
            ref={grid}
            processId={card.id}
            version={version}
            rows={rows}
            selected={selected}
            select={select}
            mayLink={mayLink}
          />
        )}
      </div>
      <Foot>
        <span>
          <Plural value={tasks.length} one="# task" other="# tasks" />{" "}
          {lanes > 0 && <Plural value={lanes} one="in # lane" other="in # lanes" />}
        </span>
        <span>
          <Plural value={automated} one="# automated" other="# automated" />
        </span>
        {bare.length > 0 && (
          <button type="button" className="lk" onClick={() => choose(bare[0]?.bpmn_element_id)}>
            <Plural value={bare.length} one="# task without an application" other="# tasks without an application" />
          </button>
        )}
        <span className="sp" />
        <KeyHint keys={["arrowleft", "arrowright"]}>
          <Trans>along the flow</Trans>
        </KeyHint>
        {mayLink && (
          <KeyHint keys={["l"]}>
            <Trans>link</Trans>
          </KeyHint>
        )}
        {flow.can_edit_draft && version.status !== "pending" && (
          <KeyHint keys={["e"]}>
            <Trans>edit the flow</Trans>
          </KeyHint>
        )}
      </Foot>
    </>
  );
}

/** Returns the field with the name of the card that a field links to. */
const nameFieldOf = (field: LinkField) => field.replace(/_id$/, "_name") as "application_name";
