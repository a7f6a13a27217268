/** The members of a cluster side by side: each fact of all of them in a row, with what it says about them at its end. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { type Cluster, type Comparison, comparisonQuery } from "../../analysis/queries";
import { AttributeValue } from "../../cards/cells";
import type { ListedCard } from "../../cards/list";
import { someCardsQuery } from "../../cards/queries";
import { LifeCycleBar } from "../../charts/life-cycle";
import { timeAxis } from "../../charts/time-axis";
import { money } from "../../language/format";
import { type Field, fieldsOf, relationTypesQuery, subtypeLabel } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { useSetPeek } from "../../navigation/peek";
import { settingsQuery } from "../../server/session";
import { Icon, TypeIcon } from "../../ui/icon";
import { Quality } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";

type Member = ListedCard;

/** The likeness of descriptions from which it speaks for duplicates. */
const ALIKE = 0.6;
const LIFE = { width: 190, years: 14, height: 24 };

/** Shows the members. */
export function ComparedMembers({ cluster }: { cluster: Cluster }) {
  const { data: comparison, error, refetch } = useQuery(comparisonQuery(cluster.id));
  const { data: cards, error: cardError } = useQuery({
    ...someCardsQuery(comparison?.card_ids ?? []),
    enabled: comparison !== undefined,
  });
  const failure = error ?? cardError;
  if (failure) return <Failed error={failure} retry={refetch} />;
  if (!comparison || !cards) return <LoadingRows rows={10} />;
  const byId = new Map(cards.map((card) => [card.id, card]));
  const members = comparison.card_ids.flatMap((id) => byId.get(id) ?? []);
  return <Table members={members} comparison={comparison} type={cluster.card_type} />;
}

type TableProps = { members: readonly Member[]; comparison: Comparison; type: string };

function Table({ members, comparison, type: key }: TableProps) {
  const { t } = useLingui();
  const type = useTypes().get(key);
  const setPeek = useSetPeek();
  const axis = timeAxis(LIFE.width, LIFE.years);
  const filled = fieldsOf(type).filter((field) => members.some(({ attributes }) => isFilled(attributes?.[field.key])));
  return (
    <>
      <table className="cluster-table">
        <thead>
          <tr>
            <td className="k" />
            {members.map((member) => (
              <th key={member.id} scope="col">
                <button type="button" className="cluster-member" onClick={() => setPeek(member.id)}>
                  <TypeIcon type={type} size={16} />
                  <span>
                    <b className="t15">{member.name}</b>
                    <span className="c3 t12">
                      {member.subtype ? subtypeLabel(type, member.subtype) : labelOf(type ?? { label: key })}
                    </span>
                  </span>
                </button>
              </th>
            ))}
            <th scope="col" className="e">
              <Trans>Evidence</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          <Row
            of={t`What it does`}
            cells={members.map(({ id, description }) => [id, description || <None key={id} />])}
            evidence={
              comparison.descriptions_alike !== null && comparison.descriptions_alike >= ALIKE && <For>{t`alike`}</For>
            }
          />
          <LinkRows comparison={comparison} members={members} />
          {filled.map((field) => (
            <FieldRow key={field.key} field={field} members={members} />
          ))}
          {members.some(({ lifecycle }) => lifecycle && Object.keys(lifecycle).length > 0) && (
            <Row
              of={t`Life cycle`}
              cells={members.map(({ id, lifecycle }) => [
                id,
                lifecycle ? (
                  <LifeCycleBar key={id} life={lifecycle} axis={axis} height={LIFE.height} />
                ) : (
                  <None key={id} />
                ),
              ])}
            />
          )}
          <Row
            of={t`Quality`}
            cells={members.map(({ id, data_quality }) => [id, <Quality key={id} value={data_quality ?? 0} />])}
          />
        </tbody>
      </table>
      {comparison.total > members.length && (
        <p className="pad c3 t12">
          <Plural
            value={comparison.total - members.length}
            one="# more card belongs to the cluster"
            other="# more cards belong to the cluster"
          />
        </p>
      )}
      <Risks risks={comparison.risks} />
    </>
  );
}

const isFilled = (value: unknown) =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

const None = () => <span className="c3">–</span>;

/** Shows what speaks for it. */
const For = ({ children }: { children: ReactNode }) => (
  <span className="cluster-for">
    <Icon of={Check} size={14} />
    <b>{children}</b>
  </span>
);

type RowProps = {
  of: string;
  cells: readonly (readonly [string, ReactNode])[];
  evidence?: ReactNode;
  isSame?: boolean;
};

function Row({ of, cells, evidence, isSame = false }: RowProps) {
  return (
    <tr>
      <th scope="row" className="k">
        {of}
      </th>
      {cells.map(([id, cell]) => (
        <td key={id} className={isSame ? "c2" : ""}>
          <span className="cluster-cell">{cell}</span>
        </td>
      ))}
      <td className="e">{evidence}</td>
    </tr>
  );
}

function FieldRow({ field, members }: { field: Field; members: readonly Member[] }) {
  const { t } = useLingui();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const values = members.map(({ attributes }) => attributes?.[field.key]);
  const isSame = values.every((value) => isFilled(value) && JSON.stringify(value) === JSON.stringify(values[0]));
  const sum = values.reduce<number>((all, value) => all + (typeof value === "number" ? value : 0), 0);
  return (
    <Row
      of={labelOf(field)}
      isSame={isSame}
      cells={members.map(({ id }, at) => [id, <AttributeValue key={id} field={field} value={values[at]} />])}
      evidence={
        field.type === "cost" ? <b className="num">{money(sum, settings.currency)}</b> : isSame ? t`same` : undefined
      }
    />
  );
}

function LinkRows({ comparison, members }: Pick<TableProps, "comparison" | "members">) {
  const { t } = useLingui();
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const types = useTypes();
  const setPeek = useSetPeek();
  return comparison.links.map(({ relation_type, end, members: linked, shared, distinct }) => {
    const relation = relationTypes.find(({ key }) => key === relation_type);
    const label = relation
      ? end === "source"
        ? labelOf(relation)
        : (relation.reverse_label ?? labelOf(relation))
      : relation_type;
    const haveAll = linked.every(({ total }) => total > 0);
    return (
      <Row
        key={`${relation_type} ${end}`}
        of={label}
        cells={members.map(({ id }, at) => [
          id,
          linked[at]?.total ? (
            <span key={id} className="cluster-links">
              {linked[at].cards.map((card) => (
                <button key={card.id} type="button" className="cluster-link" onClick={() => setPeek(card.id)}>
                  <TypeIcon type={types.get(card.type)} />
                  {card.name}
                </button>
              ))}
              {linked[at].total > linked[at].cards.length && (
                <span className="c3 t11">+{linked[at].total - linked[at].cards.length}</span>
              )}
            </span>
          ) : (
            <None key={id} />
          ),
        ])}
        evidence={shared > 0 ? <For>{t`${shared} of ${distinct}`}</For> : haveAll ? t`no overlap` : undefined}
      />
    );
  });
}

function Risks({ risks }: { risks: Comparison["risks"] }) {
  const { t } = useLingui();
  if (risks.length === 0) return null;
  return (
    <ul className="cluster-risks" aria-label={t`Risks`}>
      {risks.map(({ id, reference, title, members }) => (
        <li key={id} className="rel">
          <Link to="/risks" search={{ risk: id }} className="lk trunc">
            {title}
          </Link>
          <span className="c3 t11 num">
            {reference}
            {members > 1 && <Trans>, affects {members} of them</Trans>}
          </span>
        </li>
      ))}
    </ul>
  );
}
