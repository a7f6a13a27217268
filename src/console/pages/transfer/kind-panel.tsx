/** A kind of records next to the list: what is refused and why, and what becomes of the others. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { number } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import { MAX_RECORDS, type RecordFilter, recordsQuery, type StagedKind } from "../../transfer/queries";
import { Section } from "../../ui/section";
import { Side } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { nameOf } from "./kind-names";
import { transfer as page } from "./page";

/** Shows the panel of a kind. */
export function KindPanel({ migration, kind }: { migration: string; kind: StagedKind }) {
  const { t } = useLingui();
  const types = useTypes();
  const setSearch = page.useSetSearch();
  const name = nameOf(kind, types.get(kind.card_type_key ?? ""));
  const { entity_kind, card_type_key } = kind;
  const filter: RecordFilter = { entity_kind, ...(card_type_key !== null && { card_type_key }) };
  return (
    <Side
      icon={FileSpreadsheet}
      kind={t`${name} in the file`}
      label={name}
      close={() => setSearch({ kind: undefined }, { replace: true })}
    >
      <h2 className="aloud">{name}</h2>
      {kind.reported > 0 && (
        <Records
          migration={migration}
          title={t`Refused, left out`}
          count={kind.reported}
          filter={{ ...filter, reported: true }}
        />
      )}
      {kind.create > 0 && (
        <Records migration={migration} title={t`New`} count={kind.create} filter={{ ...filter, action: "create" }} />
      )}
      {kind.update > 0 && (
        <Records
          migration={migration}
          title={t`Changed`}
          count={kind.update}
          filter={{ ...filter, action: "update" }}
        />
      )}
      {kind.skip > 0 && kind.create + kind.update + kind.reported === 0 && (
        <Section>
          <p className="c2">{t`All of them are as they are here.`}</p>
        </Section>
      )}
    </Side>
  );
}

type RecordsProps = { migration: string; title: string; count: number; filter: RecordFilter };

/** Shows the first records that are alike. */
function Records({ migration, title, count, filter }: RecordsProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(recordsQuery(migration, filter));
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <LoadingRows rows={3} />;
  return (
    <Section title={title} count={count}>
      <ul className="records">
        {data.items.map((one) => (
          <li key={one.id}>
            <span className="trunc">{one.display_name ?? one.source_id}</span>
            {filter.reported ? (
              <span className="c3 t12">{one.error_message ?? String(one.diff?.["reason"] ?? "")}</span>
            ) : (
              filter.action === "update" && <span className="c3 t12 trunc">{changedIn(one.diff ?? {})}</span>
            )}
          </li>
        ))}
      </ul>
      {count > MAX_RECORDS && <p className="c3 t12">{t`and ${number(count - MAX_RECORDS)} more`}</p>}
    </Section>
  );
}

/** Returns the names of what a record changes. */
const changedIn = (diff: Readonly<Record<string, unknown>>): string =>
  Object.entries(diff)
    .flatMap(([key, value]) =>
      key === "attributes" && typeof value === "object" && value !== null ? Object.keys(value) : [key],
    )
    .join(", ");
