/** The inventory: the landscape in one grid, scrolled without pages; what one may change is changed in its cells. */
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { type ColumnContext, cardColumns } from "../../cards/columns";
import { type CardRows, type ListedCard, useCardRows, useCardSummary } from "../../cards/list";
import type { ListedField } from "../../cards/listed-fields";
import { offeredBlock } from "../../cards/paste/offered";
import type { PastedBlock } from "../../cards/paste/state";
import { AxisLines } from "../../charts/life-cycle";
import { timeAxis } from "../../charts/time-axis";
import { useCommands } from "../../commands/command";
import { toggledValue, withCondition } from "../../filters/condition";
import { Grid, type GridHandle } from "../../grid/grid";
import { LEAST_WIDTH } from "../../grid/head-drag";
import { useTypes } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { usePeek, useSetPeek, useTogglePeek } from "../../navigation/peek";
import { useMay } from "../../server/session";
import { heightOf, useDensity } from "../../state/look";
import { useIsPhone, useMedia } from "../../state/media";
import { Failed, LoadingRows } from "../../ui/states";
import { useWidth } from "../../ui/width";
import { useBlocks } from "./blocks";
import { FacetPanel } from "./facet-panel";
import { FilterBar } from "./filter-bar";
import { fittingColumns } from "./fitting";
import { InventoryFoot } from "./foot";
import { Nothing } from "./nothing";
import { useSections } from "./sections";
import { useSelection } from "./selection";
import { SelectionBar } from "./selection-bar";
import { facetsOf, totalsOf, useInventory } from "./state";
import { Toolbar } from "./toolbar";

const PastePreview = lazy(async () => ({ default: (await import("../../cards/paste/preview")).PastePreview }));

const CardImport = lazy(async () => ({ default: (await import("./import")).CardImport }));
const PrintedList = lazy(async () => ({ default: (await import("./print")).PrintedList }));
const PhoneList = lazy(async () => ({ default: (await import("./phone-list")).PhoneList }));

/** The way in px by which a key makes a column wider. */
const WIDTH_STEP = 20;

/** Years of the axis in a column, and where it takes the page. */
const YEARS = { column: 12, wide: 20, timeline: 16 };
const AXIS = 156;
/** From this width on there is room for more columns and a longer axis. */
const WIDE = 1900;

/** Returns the axis that fits the room of the grid. @param given the width that somebody has given it, in px */
function axisFor(width: number, isTimeline: boolean, given: number | undefined) {
  if (isTimeline) return timeAxis(Math.max(AXIS, width - 36 - 280), YEARS.timeline);
  if (given !== undefined) return timeAxis(given, given > AXIS * 2 ? YEARS.wide : YEARS.column);
  return width >= WIDE ? timeAxis(380, YEARS.wide) : timeAxis(AXIS, YEARS.column);
}

export default function InventoryPage() {
  const { t } = useLingui();
  const state = useInventory();
  const types = useTypes();
  const rowHeight = heightOf(useDensity());
  const [room, width] = useWidth<HTMLDivElement>();
  const isNarrow = useMedia("(max-width: 1360px)");
  const isPhone = useIsPhone();
  const grid = useRef<GridHandle>(null);
  const peek = usePeek();
  const setPeek = useSetPeek();
  const togglePeek = useTogglePeek();
  const go = useGo();
  // Archived cards are brought back or deleted, and not changed.
  const mayEdit = useMay("inventory.edit") && !state.isArchived;
  const mayCreate = useMay("inventory.create") && !state.isArchived;
  const mayEditMany = useMay("inventory.bulk_edit");
  const [mayArchive, mayDelete] = [useMay("inventory.archive"), useMay("inventory.delete")];
  const maySelect = state.isArchived ? mayArchive || mayDelete : mayEditMany;
  const rows = useCardRows(state.listing, state.folds);
  const summary = useCardSummary(state.listing, facetsOf(state), totalsOf(state));
  const selection = useSelection(rows, state.listing);
  const cursorRow = useRef(0);
  const cursorColumn = useRef(0);

  const sections = useSections(state, rows, summary);
  const axis = axisFor(width, state.isTimeline, state.widths.get("lifecycle"));
  const context: ColumnContext = {
    types,
    axis,
    rowHeight,
    isNarrow,
    mayEdit,
    summary,
    widths: state.widths,
    onValue: (field: ListedField, value: string) =>
      state.setFilter((newest) =>
        value === ""
          ? withCondition(newest, { field: field.condition, isNegated: false, kind: "empty" })
          : toggledValue(newest, field.condition, value),
      ),
    onSpan: (field, from, to) =>
      state.setFilter((newest) =>
        withCondition(newest, { field: field.condition, isNegated: false, kind: "range", from, to }),
      ),
  };
  const all = cardColumns(state.shown, context, summary?.total ?? 0);
  const columns = fittingColumns(all, width, state.further);
  const [isPrinting, setPrinting] = useState(false);
  const stopPrinting = useCallback(() => setPrinting(false), []);
  const [pasted, setPasted] = useState<PastedBlock | undefined>(offeredBlock.value);
  useEffect(() => offeredBlock.update(() => undefined), []);
  const [isImporting, setImporting] = useState(false);
  const type = types.get(state.typeKey ?? "");
  const blocks = useBlocks(columns, rows, state, mayEdit && mayEditMany, type && mayEdit ? setPasted : undefined);
  const lifeAt = columns.findIndex(({ key }) => key === "lifecycle");

  useCommands([
    { id: "inventory.facets", label: t`Facets`, keys: ["f"], run: state.turnFacets },
    {
      id: "inventory.folds",
      label: state.folds.areOpen ? t`Close all groups` : t`Open all groups`,
      keys: ["shift+o"],
      when: () => sections.foldAt !== undefined,
      run: () => state.folds.turnAll(!state.folds.areOpen),
    },
    { id: "inventory.wider", label: t`Wider column`, keys: ["alt+shift+arrowright"], run: () => widen(WIDTH_STEP) },
    {
      id: "inventory.narrower",
      label: t`Narrower column`,
      keys: ["alt+shift+arrowleft"],
      run: () => widen(-WIDTH_STEP),
    },
    {
      id: "inventory.peek.next",
      label: t`Next card`,
      keys: ["]", "j"],
      quiet: true,
      run: () => peekAt(cursorRow.current + 1),
    },
    {
      id: "inventory.peek.before",
      label: t`Card before`,
      keys: ["shift+[", "k"],
      quiet: true,
      run: () => peekAt(cursorRow.current - 1),
    },
  ]);

  /** Makes the column of the focused cell wider or narrower; the one of the names takes what is left. */
  function widen(by: number): void {
    const column = columns[cursorColumn.current];
    const shown = column?.width;
    if (shown) state.setWidth(column.key, (given = shown) => Math.max(LEAST_WIDTH, given + by));
  }

  function peekAt(index: number): void {
    const card = rows.rowAt(index);
    if (!card) return;
    grid.current?.focus({ row: index });
    setPeek(card.id);
  }

  const open = ({ id }: ListedCard) => go({ to: "/cards/$id", params: { id } });

  if (pasted && type)
    return (
      <Suspense fallback={<LoadingRows />}>
        <PastePreview pasted={pasted} type={type} fields={state.fields} close={() => setPasted(undefined)} />
      </Suspense>
    );
  if (isImporting)
    return (
      <Suspense fallback={<LoadingRows />}>
        <CardImport type={type} fields={state.fields} close={() => setImporting(false)} />
      </Suspense>
    );
  return (
    <>
      <Toolbar
        state={state}
        types={types}
        matching={rows.isLoading ? undefined : rows.matching}
        print={() => setPrinting(true)}
        {...((mayEdit || mayCreate) && { importFile: () => setImporting(true) })}
      />
      <FilterBar state={state} summary={summary} />
      <div className="work">
        {state.hasFacets && <FacetPanel state={state} summary={summary} />}
        <div className="grid-room" ref={room}>
          {rows.error ? (
            <Failed error={rows.error} retry={rows.retry} />
          ) : rows.isLoading ? (
            <LoadingRows rows={20} />
          ) : rows.matching === 0 ? (
            <Nothing state={state} {...(type && mayEdit && { paste: setPasted })} />
          ) : isPhone ? (
            <PhoneList state={state} rows={rows} summary={summary} types={types} sections={sections} />
          ) : (
            width > 0 && (
              <Grid
                ref={grid}
                label={t`Cards`}
                columns={columns}
                total={rows.total}
                rowAt={rows.rowAt}
                idOf={({ id }) => id}
                numberOf={(_, index) => placeOf(rows, index)}
                {...sections}
                classOf={({ branch }) => (branch?.matches === false ? "mere" : undefined)}
                onResize={(key, to) => state.setWidth(key, () => to)}
                onMove={(key, before) => state.moveColumn(key, before)}
                onShow={rows.onShow}
                {...(state.sorting && { sorting: state.sorting })}
                onSort={state.setSorting}
                {...(peek !== undefined && { current: peek })}
                peeksOnPress={peek !== undefined}
                {...(maySelect && { selection: selection.ids })}
                onSelect={selection.toggle}
                onSelectAll={selection.toggleAll}
                onCursor={({ at }) => {
                  cursorRow.current = at.row;
                  cursorColumn.current = at.column;
                }}
                onOpen={open}
                onPeek={({ id }) => togglePeek(id)}
                {...blocks}
              >
                {lifeAt >= 0 && <AxisLines axis={axis} left={leftOf(columns, lifeAt, width)} />}
              </Grid>
            )
          )}
          {selection.count > 0 ? (
            <SelectionBar selection={selection} state={state} type={type} />
          ) : isPhone ? null : (
            <InventoryFoot state={state} summary={summary} total={rows.matching} more={rows.moreGroups} />
          )}
        </div>
      </div>
      {isPrinting && !rows.isLoading && (
        <Suspense>
          <PrintedList {...{ state, rows, summary, types, sections, close: stopPrinting }} />
        </Suspense>
      )}
    </>
  );
}

/** Returns the number of a row: its place among the cards, from 1, whatever heads of groups stand between them. */
function placeOf({ layout }: CardRows, index: number): number {
  const row = layout?.rowAt(index);
  return row && "place" in row ? row.place + 1 : index + 1;
}

/** Returns the distance of a column from the left, as CSS has it. */
function leftOf(columns: readonly { width?: number }[], at: number, room: number): string {
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const stretched = Math.max(120, room - 36 - fixed);
  return `${36 + columns.slice(0, at).reduce((sum, { width }) => sum + (width ?? stretched), 0)}px`;
}
