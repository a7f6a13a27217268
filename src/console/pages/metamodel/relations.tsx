/** The relations that begin or end at a type, with their counts; hidden ones come last. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import type { CSSProperties } from "react";
import { number } from "../../language/format";
import { labelOf } from "../../metamodel/queries";
import { Button } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { RowName } from "../../ui/row-name";
import { restoreRelationType } from "./changes";
import { NewRelation } from "./new-relation";
import { metamodel } from "./page";
import { allRelationTypesQuery, type CardType, type RelationType, typeImpactQuery } from "./queries";
import { relationLabel, renameRelation } from "./relation-words";

const COLUMNS = "28px minmax(150px,232px) minmax(120px,1fr) 132px 92px";

/** Returns the relation types that begin or end at a type. */
export const relationsOf = (type: CardType, relations: readonly RelationType[] = []): RelationType[] =>
  relations.filter((one) => one.source_type_key === type.key || one.target_type_key === type.key);

/** Shows the relations. */
export function Relations({ type, types }: { type: CardType; types: readonly CardType[] }) {
  const { t } = useLingui();
  const { data: all } = useQuery(allRelationTypesQuery);
  const { data: impact } = useQuery(typeImpactQuery(type.key));
  const counts = new Map(impact?.relation_types.map(({ key, instance_count }) => [key, instance_count]));
  const relations = relationsOf(type, all);
  const shown = relations.filter(({ is_hidden }) => !is_hidden);
  const hidden = relations.filter(({ is_hidden }) => is_hidden);
  return (
    <section className="admin-list" id="relations" aria-label={t`Relations`}>
      <div className="gsec">
        <b>
          <Trans>Relations</Trans>
        </b>
        <span className="c3 num">{shown.length}</span>
        <span className="sp" />
        <NewRelation type={type} types={types} relations={all ?? []} />
      </div>
      <ul aria-label={t`Relations`} className="rows" style={{ "--cols": COLUMNS } as CSSProperties}>
        {[...shown, ...hidden].map((relation) => (
          <RelationRow
            key={relation.key}
            type={type}
            types={types}
            relation={relation}
            count={counts.get(relation.key) ?? (impact ? 0 : undefined)}
          />
        ))}
      </ul>
    </section>
  );
}

type RelationRowProps = {
  type: CardType;
  types: readonly CardType[];
  relation: RelationType;
  count: number | undefined;
};

function RelationRow({ type, types, relation, count }: RelationRowProps) {
  const { t } = useLingui();
  const { relation: current } = metamodel.useSearch();
  const setSearch = metamodel.useSetSearch();
  const isSource = relation.source_type_key === type.key;
  const other = types.find(({ key }) => key === (isSource ? relation.target_type_key : relation.source_type_key));
  const name = relationLabel(relation, isSource ? "source" : "target");
  const isMandatory = isSource ? relation.source_mandatory : relation.target_mandatory;
  return (
    <li className={`gr ${relation.key === current ? "sel" : ""} ${relation.is_hidden ? "faded" : ""}`}>
      <div className="ck c3">
        <Icon of={isSource ? ArrowRight : ArrowLeft} size={14} />
      </div>
      <div className="name">
        <RowName
          name={name}
          label={t`Words of the relation`}
          isCurrent={relation.key === current}
          open={() =>
            setSearch(
              { relation: relation.key, field: undefined, subtype: undefined, about: undefined },
              { replace: true },
            )
          }
          rename={(text) => renameRelation(relation, isSource ? "source" : "target", text)}
        />
      </div>
      <div>
        <TypeIcon type={other} />
        <span className="trunc">{other ? labelOf(other) : ""}</span>
      </div>
      <div className="c3 t12">
        {isMandatory && t`must be set`}
        {relation.cardinality !== "n:m" && <span className="num">{relation.cardinality}</span>}
      </div>
      {relation.is_hidden ? (
        <div className="r">
          <Button className="lk" onPress={() => void restoreRelationType(relation, name)}>
            <Trans>Restore</Trans>
          </Button>
        </div>
      ) : (
        <div className="r num">{count === undefined ? "" : number(count)}</div>
      )}
    </li>
  );
}
