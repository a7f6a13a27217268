/** The kinds of records of a migration: how many are new, changed, the same and refused, and what has been written. */
import { useLingui } from "@lingui/react/macro";
import { OctagonX } from "lucide-react";
import { number } from "../../language/format";
import { useTypes } from "../../metamodel/queries";
import type { Migration, StagedKind } from "../../transfer/queries";
import { Icon, TypeIcon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Status } from "../../ui/signs";
import { keyOf, nameOf } from "./kind-names";
import { transfer as page } from "./page";

const COLUMNS = "36px minmax(140px,1fr) 76px 76px 76px 76px 168px";

/** Shows a count; nothing is a dash. */
export const Count = ({ of }: { of: number }) =>
  of === 0 ? <span className="c3">—</span> : <span className="num">{number(of)}</span>;

/** Shows how many are refused, with their shape. */
export const Refused = ({ count }: { count: number }) =>
  count === 0 ? (
    <Count of={0} />
  ) : (
    <span className="st bad num">
      <Icon of={OctagonX} size={14} />
      {number(count)}
    </span>
  );

/** Shows the heads of the columns of such a list. */
export function Heads({ first, columns }: { first: string; columns: string }) {
  const { t } = useLingui();
  return (
    <div className="gh plain" style={{ "--cols": columns } as React.CSSProperties}>
      {["", first, t`New`, t`Changed`, t`Same`, t`Refused`, t`State`].map((head, at) => (
        <div key={head}>
          <span className={at > 1 && at < 6 ? "l at-end" : "l"}>{head}</span>
        </div>
      ))}
    </div>
  );
}

type KindsProps = { migration: Migration; kinds: readonly StagedKind[] };

/** Shows the kinds as rows; one opens next to the list. */
export function Kinds({ migration, kinds }: KindsProps) {
  const { t } = useLingui();
  const types = useTypes();
  const { kind: current } = page.useSearch();
  const setSearch = page.useSetSearch();
  return (
    <section className="admin-list transfer-list" aria-label={t`Kinds`}>
      <Heads first={t`Kind`} columns={COLUMNS} />
      <Rows label={t`Kinds`} items={kinds} keyOf={keyOf} columns={COLUMNS} currentKey={current}>
        {(kind, at) => {
          const type = kind.card_type_key === null ? undefined : types.get(kind.card_type_key);
          return (
            <>
              <div className="c3 num">{at + 1}</div>
              <div>
                {type && <TypeIcon type={type} />}
                <button
                  type="button"
                  className="row-main trunc"
                  aria-pressed={keyOf(kind) === current}
                  onClick={() => setSearch({ kind: keyOf(kind) }, { replace: true })}
                >
                  {nameOf(kind, type)}
                </button>
              </div>
              <div className="r">
                <Count of={kind.create} />
              </div>
              <div className="r">
                <Count of={kind.update} />
              </div>
              <div className="r">
                <Count of={kind.skip} />
              </div>
              <div className="r">
                <Refused count={kind.reported} />
              </div>
              <div className="c2">
                <KindState kind={kind} migration={migration} />
              </div>
            </>
          );
        }}
      </Rows>
    </section>
  );
}

/** Shows what has become of a kind. */
function KindState({ kind, migration }: { kind: StagedKind; migration: Migration }) {
  const { t } = useLingui();
  const wanted = kind.create + kind.update;
  if (migration.applied_at === null && migration.status !== "applying") return null;
  if (wanted === 0) return <span className="c3">{t`as it is`}</span>;
  if (kind.applied >= wanted) return <Status tone="good">{t`Written`}</Status>;
  if (migration.status === "applying" && kind.applied === 0) return <span className="c3">{t`Waits`}</span>;
  return <span className="num">{t`${number(kind.applied)} of ${number(wanted)}`}</span>;
}
