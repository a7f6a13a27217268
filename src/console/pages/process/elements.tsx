/** The elements of a flow as a grid, with the cards that they are linked to; a link is set in its cell. */
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { Ref } from "react";
import { CardField } from "../../cards/card-field";
import type { Column } from "../../grid/column";
import { Grid, type GridHandle } from "../../grid/grid";
import { labelOf, useTypes } from "../../metamodel/queries";
import { useSetPeek } from "../../navigation/peek";
import { linkElement } from "../../processes/changes";
import { isTask, KindSign } from "../../processes/kinds";
import { type FlowElement, type FlowHead, LINK_FIELDS, LINKS } from "../../processes/queries";
import { heightOf, useDensity } from "../../state/look";
import { IconButton } from "../../ui/button";
import { TypeIcon } from "../../ui/icon";
import { Missing } from "../../ui/signs";

type ElementGridProps = {
  processId: string;
  version: FlowHead;
  rows: readonly FlowElement[];
  selected: string | undefined;
  select: (id: string | undefined) => void;
  mayLink: boolean;
  ref: Ref<GridHandle>;
};

/** Shows the grid, as high as its rows. */
export function ElementGrid({ processId, version, rows, selected, select, mayLink, ref }: ElementGridProps) {
  const { t } = useLingui();
  const columns = useColumns(processId, version, mayLink, rows.length);
  const height = 34 + rows.length * heightOf(useDensity());
  return (
    <section className="element-grid" style={{ height }} aria-label={t`Elements`}>
      <Grid
        ref={ref}
        label={t`Elements`}
        columns={columns}
        total={rows.length}
        rowAt={(at) => rows[at]}
        idOf={({ bpmn_element_id }) => bpmn_element_id}
        {...(selected !== undefined && { current: selected })}
        onCursor={({ at }) => select(rows[at.row]?.bpmn_element_id)}
      />
    </section>
  );
}

/** Returns the columns. */
function useColumns(processId: string, version: FlowHead, mayLink: boolean, count: number): Column<FlowElement>[] {
  const { t } = useLingui();
  const types = useTypes();
  const setPeek = useSetPeek();
  return [
    {
      key: "name",
      label: t`Element ${count}`,
      cell: ({ element_type, name, bpmn_element_id }) => (
        <>
          <KindSign kind={element_type} />
          <span className={name ? "trunc" : "trunc c3"}>{name || bpmn_element_id}</span>
        </>
      ),
      text: ({ name, bpmn_element_id }) => name || bpmn_element_id,
    },
    {
      key: "lane",
      label: t`Lane`,
      width: 112,
      cell: ({ lane_name }) => <span className="trunc c2">{lane_name}</span>,
      text: ({ lane_name }) => lane_name ?? "",
    },
    ...LINK_FIELDS.map((field): Column<FlowElement> => {
      const type = types.get(LINKS[field]);
      const nameOf = (element: FlowElement) => element[field.replace(/_id$/, "_name") as "application_name"];
      return {
        key: field,
        label: type ? labelOf(type) : LINKS[field],
        width: 178,
        cell: (element) => {
          const id = element[field];
          if (!id)
            return field === "application_id" && isTask(element.element_type) && <Missing title={t`No application`} />;
          return (
            <>
              <TypeIcon type={type} />
              <button type="button" className="trunc quiet-link" onClick={() => setPeek(id)}>
                {nameOf(element) || t`A card that is gone`}
              </button>
              {mayLink && (
                <IconButton
                  writes
                  className="unlink"
                  size={14}
                  icon={X}
                  label={t`Take the link to ${nameOf(element) ?? ""} away`}
                  onPress={() => void linkElement(processId, version, element, field, undefined)}
                />
              )}
            </>
          );
        },
        text: (element) => nameOf(element) ?? "",
        editor: (element, { close }) =>
          mayLink ? (
            <CardField
              label={type ? labelOf(type) : LINKS[field]}
              type={LINKS[field]}
              autoFocus
              choose={(card) => {
                close();
                void linkElement(processId, version, element, field, card);
              }}
              onLeave={() => close()}
            />
          ) : undefined,
      };
    }),
  ];
}
