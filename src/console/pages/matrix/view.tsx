/** The matrix of two types. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import "./matrix.css";
import { number } from "../../language/format";
import { labelOf } from "../../metamodel/queries";
import { useGo } from "../../navigation/link";
import { usePeek, useSetPeek } from "../../navigation/peek";
import { useReportFilter } from "../../reports/filter";
import { ReportFrame } from "../../reports/report-frame";
import { AtChip } from "../../reports/setting-chip";
import { useMay } from "../../server/session";
import { useIsPhone } from "../../state/media";
import { Foot, KeyHint } from "../../ui/bars";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/segments";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { type Focus, MatrixGrid } from "./grid";
import { actOnKey } from "./keys";
import { MatrixLegend, NO_OWNER, ownedRows } from "./legend";
import { MatrixList } from "./list";
import { matrix as page } from "./page";
import { type MatrixReport, matrixParameters, matrixQuery } from "./queries";
import { RelationPeek } from "./relation-peek";
import { MatrixSettings } from "./settings";
import { useSubject } from "./subject";
import { tableOf } from "./table";

const NO_REPORT: MatrixReport = { rows: [], columns: [], intersections: [] };

export default function MatrixPage() {
  const { t } = useLingui();
  const search = page.useSearch();
  const setSearch = page.useSetSearch();
  const go = useGo();
  const setPeek = useSetPeek();
  const hasCardPeek = usePeek() !== undefined;
  const isPhone = useIsPhone();
  const mayEdit = useMay("relations.manage");
  const subject = useSubject(search);
  const { rows, columns, relation } = subject;
  const filtering = useReportFilter(rows?.key, search, setSearch);
  const [focus, setFocus] = useState<Focus>();
  const [isPeeking, setPeeking] = useState(false);
  const choice = {
    rows: rows?.key ?? "",
    columns: columns?.key ?? "",
    filter: filtering.filter,
    at: search.at,
  };
  const { data, error, refetch } = useQuery({
    ...matrixQuery(choice),
    enabled: relation !== undefined,
    placeholderData: (before) => before,
  });
  const isCount = search.show === "count";
  const isGaps = search.show === "gaps";
  const others = t`Others`;
  const relationKey = isCount ? undefined : relation?.key;
  const hasAll = search.all === true;
  // Sorting tens of thousands of rows takes longer than a key may.
  const whole = useMemo(
    () => tableOf(data ?? NO_REPORT, { relation: relationKey, all: hasAll, gaps: isGaps }, others),
    [data, relationKey, hasAll, isGaps, others],
  );
  const owner = subject.meanings.find(({ key }) => /owner/i.test(key));
  const owned = ownedRows(whole, subject, owner);
  const unowned = owner ? whole.rows.filter(({ id }) => !owned.has(id)) : [];
  const isUnowned = search.meaning === NO_OWNER && owner !== undefined;
  const table = isUnowned ? { ...whole, rows: unowned } : whole;
  const rowLabel = rows ? labelOf(rows) : "";
  const columnLabel = columns ? labelOf(columns) : "";
  const current = focus && {
    ...focus,
    relations: table.cells.get(`${focus.row.id} ${focus.column.id}`) ?? [],
  };

  return (
    <ReportFrame
      title={t`Matrix`}
      type="matrix"
      choice={{
        name: t`Show`,
        segments: (
          <Segments
            label={t`Show`}
            value={search.show ?? "meaning"}
            options={[
              { value: "meaning", label: t`Meaning` },
              { value: "count", label: t`Count` },
              { value: "gaps", label: t`Gaps` },
            ]}
            onChange={(show) => setSearch({ show: show === "meaning" ? undefined : show, meaning: undefined })}
          />
        ),
      }}
      settings={
        <>
          <MatrixSettings subject={subject} hasAll={hasAll} onChange={setSearch} />
          <AtChip at={search.at} onChange={(at) => setSearch({ at })} />
        </>
      }
      filtering={filtering}
      hasPicture={data !== undefined}
      figures={
        data &&
        !isGaps &&
        !hasAll &&
        whole.empty > 0 && <Plural value={whole.empty} one="# column hidden" other="# columns hidden" />
      }
      legend={
        <MatrixLegend
          subject={subject}
          table={whole}
          isCount={isCount}
          unowned={owner && unowned.length}
          chosen={search.meaning}
          onChoose={(meaning) => setSearch({ meaning }, { replace: true })}
        />
      }
      printed={{ title: `${columnLabel} ${subject.verb} ${rowLabel}` }}
      file={(format) => `/api/v1/reports/matrix?${new URLSearchParams({ format, ...matrixParameters(choice) })}`}
      foot={
        <Foot>
          <span>
            <b>{number(table.rows.length)}</b> × <b>{number(table.columns.length)}</b>
          </span>
          <Plural value={table.relations} one="# relation" other="# relations" />
          {unowned.length > 0 && (
            <Button className="lk" onPress={() => setSearch({ meaning: isUnowned ? undefined : NO_OWNER })}>
              <Plural value={unowned.length} one="# row without an owner" other="# rows without an owner" />
            </Button>
          )}
          {whole.empty > 0 && !isGaps && (
            <Button className="lk" onPress={() => setSearch({ show: "gaps", meaning: undefined })}>
              <Plural value={whole.empty} one="# column without a relation" other="# columns without a relation" />
            </Button>
          )}
          <span className="sp" />
          {mayEdit && subject.meanings.length > 0 && (
            <KeyHint keys={subject.meanings.map(({ letter }) => letter.toLowerCase())}>
              <Trans>set</Trans>
            </KeyHint>
          )}
          {mayEdit && (
            <KeyHint keys={["backspace"]}>
              <Trans>clear</Trans>
            </KeyHint>
          )}
          <KeyHint keys={["space"]}>
            <Trans>peek</Trans>
          </KeyHint>
        </Foot>
      }
    >
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <LoadingRows rows={20} />
      ) : table.rows.length === 0 || table.columns.length === 0 ? (
        <Nothing
          isGaps={isGaps}
          mayShowAll={!isGaps && table.rows.length > 0 && (data?.columns.length ?? 0) > 0}
          showAll={() => setSearch({ all: true })}
        />
      ) : isPhone ? (
        <MatrixList table={table} open={setPeek} />
      ) : (
        <div className="work">
          <MatrixGrid
            label={`${rowLabel} × ${columnLabel}`}
            corner={rowLabel}
            table={table}
            meanings={subject.meanings}
            meaningOf={subject.meaningOf}
            isCount={isCount}
            shown={isUnowned ? undefined : search.meaning}
            missingOf={({ id }) => (owner && !owned.has(id) ? t`No ${owner.label}` : undefined)}
            onFocus={(next) => {
              setFocus(next);
              if (isPeeking && hasCardPeek) setPeek();
            }}
            onKey={(key, at) => {
              if (key === "Escape" && isPeeking) {
                setPeeking(false);
                return true;
              }
              return actOnKey(key, at, subject, {
                mayEdit,
                peek() {
                  setFocus(at);
                  setPeeking(!isPeeking || hasCardPeek);
                  if (hasCardPeek) setPeek();
                },
                open: (id) => go({ to: "/cards/$id", params: { id } }),
              });
            }}
          />
          {isPeeking && current && !hasCardPeek && (
            <RelationPeek
              focus={current}
              table={table}
              type={relation}
              verb={subject.verb}
              meaningOf={subject.meaningOf}
              types={{ row: rows, column: columns }}
              mayEdit={mayEdit}
              close={() => setPeeking(false)}
            />
          )}
        </div>
      )}
    </ReportFrame>
  );
}

function Nothing({ isGaps, mayShowAll, showAll }: { isGaps: boolean; mayShowAll: boolean; showAll: () => void }) {
  const { t } = useLingui();
  if (isGaps)
    return (
      <Empty title={t`No gaps`}>
        <Trans>Every row, or every column, has a relation.</Trans>
      </Empty>
    );
  return (
    <Empty
      title={t`Nothing is related`}
      actions={
        mayShowAll && (
          <Button look="line" onPress={showAll}>
            <Trans>Show all columns</Trans>
          </Button>
        )
      }
    >
      <Trans>Show all columns, and relate the first cards with a letter in their cell.</Trans>
    </Empty>
  );
}
