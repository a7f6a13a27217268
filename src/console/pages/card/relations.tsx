/** The relations of a card by what they mean, in columns; made and taken away here. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { unrelate } from "../../cards/changes";
import { hierarchyQuery, MAX_RELATIONS, relationsQuery } from "../../cards/queries";
import { byLayer, type RelatedCard, type RelatedGroup, relatedGroups } from "../../cards/related";
import { RelationMark } from "../../cards/relation-mark";
import { useCardRights } from "../../cards/rights";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import { relationTypesQuery } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { Button, IconButton } from "../../ui/button";
import { TypeIcon } from "../../ui/icon";
import { Failed, LoadingRows } from "../../ui/states";
import type { CardProps } from "./bar";
import { card as page } from "./page";
import { Parent } from "./parent";
import { RelateLine } from "./relate-line";
import { RelationEditor } from "./relation-editor";

/** Shows the relations, with the children of the card. */
export function Relations({ card, type }: CardProps) {
  const { t } = useLingui();
  const { data: relations, error, refetch } = useQuery(relationsQuery(card.id));
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const types = useTypes();
  const may = useCardRights(card.id);
  const mayRelate = may("can_manage_relations") && card.status === "ACTIVE";
  const mayEdit = may("can_edit") && card.status === "ACTIVE";
  const { doing } = page.useSearch();
  const setSearch = page.useSetSearch();
  const [isBegun, setRelating] = useState(false);
  const isRelating = isBegun || doing === "relate";
  const endRelating = () => {
    setRelating(false);
    if (doing === "relate") setSearch({ doing: undefined }, { replace: true });
  };
  const columns = byLayer(relatedGroups(card.id, relations ?? [], relationTypes), types);
  const children = useChildren(card.id);
  // Where nothing stands above or below it, what is related goes first.
  const isAlone = children.length === 0 && card.parent_id === null;
  const hierarchy = type?.has_hierarchy && (!isAlone || mayEdit) && <Hierarchy card={card} mayEdit={mayEdit} />;
  useCommands([
    {
      id: "card.relate",
      label: t`Relate`,
      icon: Plus,
      keys: ["r"],
      when: () => mayRelate,
      run: () => setRelating(true),
    },
  ]);
  return (
    <section className="card-relations">
      <h2 className="h3 relations-head">
        {t`Relations`}
        {relations && (
          <span className="n num">
            {number(relations.length)}
            {relations.length === MAX_RELATIONS && "+"}
          </span>
        )}
        <span className="sp" />
        {mayRelate && (
          <Button icon={Plus} keys="r" writes onPress={() => setRelating(true)}>
            <Trans>Relate</Trans>
          </Button>
        )}
      </h2>
      {isRelating && <RelateLine card={card} close={endRelating} />}
      {error && <Failed error={error} retry={refetch} />}
      {!relations && !error && <LoadingRows rows={6} />}
      {relations?.length === 0 && !isRelating && (
        <p className="c3 relations-none">
          <Trans>It has no relations yet.</Trans>
        </p>
      )}
      <div className="relation-columns">
        {!isAlone && hierarchy}
        {columns.map(({ layer, groups }) => (
          <div key={layer}>
            <h3>{layer || t`Others`}</h3>
            {groups.map((group) => (
              <Group key={group.key} card={card} group={group} mayRelate={mayRelate} />
            ))}
          </div>
        ))}
        {isAlone && hierarchy}
      </div>
    </section>
  );
}

function Group({ card, group, mayRelate }: { card: CardProps["card"]; group: RelatedGroup; mayRelate: boolean }) {
  return (
    <>
      <h4>
        {group.label} <span className="num">{group.members.length}</span>
      </h4>
      {group.members.map((related) => (
        <Row key={related.relation.id} card={card} group={group} related={related} mayRelate={mayRelate} />
      ))}
    </>
  );
}

type RowProps = { card: CardProps["card"]; group: RelatedGroup; related: RelatedCard; mayRelate: boolean };

function Row({ card, group, related, mayRelate }: RowProps) {
  const { t } = useLingui();
  const types = useTypes();
  return (
    <div className="rel">
      <TypeIcon type={types.get(related.type)} />
      <Link to="/cards/$id" params={{ id: related.id }} className="trunc quiet-link">
        {related.name}
      </Link>
      <RelationMark group={group} related={related} />
      {mayRelate && <RelationEditor group={group} related={related} />}
      {mayRelate && (
        <IconButton
          writes
          className="unrelate"
          size={14}
          icon={X}
          label={t`Take the relation to ${related.name} away`}
          onPress={() => void unrelate(card, related, related.relation.id)}
        />
      )}
    </div>
  );
}

const useChildren = (id: string) => useQuery(hierarchyQuery(id)).data?.children ?? [];

/** Shows the parent and the children of a card. */
function Hierarchy({ card, mayEdit }: { card: CardProps["card"]; mayEdit: boolean }) {
  const { t } = useLingui();
  const types = useTypes();
  const children = useChildren(card.id);
  return (
    <div>
      <h3>{t`Hierarchy`}</h3>
      <Parent card={card} mayEdit={mayEdit} />
      {children.length > 0 && (
        <h4>
          {t`Children`} <span className="num">{children.length}</span>
        </h4>
      )}
      {children.map((child) => (
        <div className="rel" key={child.id}>
          <TypeIcon type={types.get(child.type)} />
          <Link to="/cards/$id" params={{ id: child.id }} className="trunc quiet-link">
            {child.name}
          </Link>
        </div>
      ))}
    </div>
  );
}
