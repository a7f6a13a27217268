/** The peek at a cell: the relation as a sentence, its meaning, and the other relations of both ends. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link2, X } from "lucide-react";
import { RelationValue } from "../../cards/relation-value";
import type { RelationType } from "../../metamodel/fields";
import { type CardType, labelOf } from "../../metamodel/queries";
import { useSetPeek } from "../../navigation/peek";
import { Foot, KeyHint } from "../../ui/bars";
import { Button, IconButton } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { KeyValue, Section } from "../../ui/section";
import type { Focus } from "./grid";
import { changeRelation, deleteRelation, type MatrixCard, type MatrixRelation } from "./queries";
import { cellKey, type Meaning, type Table } from "./table";

type RelationPeekProps = {
  focus: Focus;
  table: Table;
  type: RelationType | undefined;
  /** The words of the relation as it reads from a column to a row, such as "uses". */
  verb: string;
  meaningOf: (relation: MatrixRelation) => Meaning | undefined;
  types: { row: CardType | undefined; column: CardType | undefined };
  mayEdit: boolean;
  close: () => void;
};

/** Returns a relation as it was when one began to change an attribute. */
const withAttribute = (relation: MatrixRelation, key: string, value: unknown): MatrixRelation => ({
  ...relation,
  attributes: { ...relation.attributes, [key]: value },
});

/** Shows the peek of a cell. */
export function RelationPeek({ focus, table, type, verb, meaningOf, types, mayEdit, close }: RelationPeekProps) {
  const { t } = useLingui();
  const { row, column } = focus;
  const relations = table.cells.get(cellKey(row.id, column.id)) ?? [];
  const fields = (type?.attributes_schema ?? []).filter(({ hidden }) => !hidden);
  const ofRow = table.columns.filter((one) => one.id !== column.id && table.cells.has(cellKey(row.id, one.id)));
  const ofColumn = table.rows.filter((one) => one.id !== row.id && table.cells.has(cellKey(one.id, column.id)));
  const meaningAt = (rowId: string, columnId: string) => {
    const [first] = table.cells.get(cellKey(rowId, columnId)) ?? [];
    return first && meaningOf(first)?.label.toLocaleLowerCase();
  };
  return (
    <aside className="peek" aria-label={t`Relation`}>
      <div className="ph">
        <Icon of={Link2} size={16} />
        <span className="c3 t12 peek-kind">{t`Relation`}</span>
        <span className="sp" />
        <IconButton icon={X} label={t`Close`} onPress={close} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="pb scroll" tabIndex={0} aria-label={t`Relation`}>
        <div className="pad">
          <h2 className="t15 w2">
            {relations.length > 0 ? `${column.name} ${verb} ${row.name}` : t`${column.name} and ${row.name}`}
          </h2>
          <p className="c2">
            {relations.length > 0
              ? t`It is changed here or on either card.`
              : t`They are not related. A letter of the legend relates them.`}
          </p>
        </div>
        <Section>
          {relations.map((relation) =>
            fields.map((field) => (
              <KeyValue key={`${relation.id} ${field.key}`} of={labelOf(field)}>
                <RelationValue
                  relation={relation}
                  cardId={row.id}
                  field={field}
                  mayEdit={mayEdit}
                  save={(value, before) =>
                    void changeRelation(focus, withAttribute(relation, field.key, before), { [field.key]: value })
                  }
                />
              </KeyValue>
            )),
          )}
          <KeyValue of={types.column && labelOf(types.column)}>
            <CardLine card={column} type={types.column} />
          </KeyValue>
          <KeyValue of={types.row && labelOf(types.row)}>
            <CardLine card={row} type={types.row} />
          </KeyValue>
        </Section>
        <Section title={t`Also related to ${row.name}`} count={ofRow.length}>
          {ofRow.map((one) => (
            <CardLine key={one.id} card={one} type={types.column} remark={meaningAt(row.id, one.id)} />
          ))}
        </Section>
        <Section title={t`Also related to ${column.name}`} count={ofColumn.length}>
          {ofColumn.map((one) => (
            <CardLine key={one.id} card={one} type={types.row} remark={meaningAt(one.id, column.id)} />
          ))}
        </Section>
        {mayEdit && relations.length > 0 && (
          <Section>
            {relations.map((relation) => (
              <Button key={relation.id} icon={X} onPress={() => void deleteRelation(focus, relation)}>
                <Trans>Remove relation</Trans>
              </Button>
            ))}
          </Section>
        )}
      </section>
      <Foot>
        <KeyHint keys={["enter"]}>
          <Trans>open</Trans>
        </KeyHint>
        <KeyHint keys={["space"]}>
          <Trans>close</Trans>
        </KeyHint>
      </Foot>
    </aside>
  );
}

function CardLine({
  card,
  type,
  remark,
}: {
  card: MatrixCard;
  type: CardType | undefined;
  remark?: string | undefined;
}) {
  const setPeek = useSetPeek();
  return (
    <button type="button" className="rel rel-button" onClick={() => setPeek(card.id)}>
      <TypeIcon type={type} />
      <span className="trunc">{card.name}</span>
      {remark && <span className="e">{remark}</span>}
    </button>
  );
}
