/** The relations around a card as a grid: the same as in its files. */
import { useLingui } from "@lingui/react/macro";
import { readingOf } from "../../cards/related";
import type { Column } from "../../grid/column";
import { Grid } from "../../grid/grid";
import type { RelationType } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { TypeIcon } from "../../ui/icon";
import type { DependencyEdge, DependencyNode } from "./queries";

type GridProps = {
  edges: readonly DependencyEdge[];
  cards: ReadonlyMap<string, DependencyNode>;
  relationTypes: readonly RelationType[];
  onPeek: (id: string) => void;
  onOpen: (id: string) => void;
};

/** Shows the grid. Space peeks at the card in the column that has the focus. */
export function DependencyGrid({ edges, cards, relationTypes, onPeek, onOpen }: GridProps) {
  const { t } = useLingui();
  const types = useTypes();
  const nameOf = (id: string) => cards.get(id)?.name ?? "";
  const rows = edges.toSorted(
    (one, other) =>
      nameOf(one.source).localeCompare(nameOf(other.source)) || nameOf(one.target).localeCompare(nameOf(other.target)),
  );
  const wordsOf = ({ type, label }: DependencyEdge) => {
    const known = relationTypes.find(({ key }) => key === type);
    return known ? readingOf(known, "source").toLocaleLowerCase() : label;
  };
  const end = (key: "source" | "target", label: string): Column<DependencyEdge> => ({
    key,
    label,
    width: 280,
    cell: (edge) => (
      <>
        <TypeIcon type={types.get(cards.get(edge[key])?.type ?? "")} />
        <span className="trunc">{nameOf(edge[key])}</span>
      </>
    ),
    text: (edge) => nameOf(edge[key]),
  });
  const columns: Column<DependencyEdge>[] = [
    end("source", t`From`),
    {
      key: "label",
      label: t`Relation`,
      width: 160,
      cell: (edge) => <span className="c2 trunc">{wordsOf(edge)}</span>,
      text: wordsOf,
    },
    end("target", t`To`),
    {
      key: "description",
      label: t`Description`,
      cell: ({ description }) => <span className="c2 trunc">{description}</span>,
      text: ({ description }) => description ?? "",
    },
  ];
  return (
    <Grid
      label={t`Relations`}
      columns={columns}
      total={rows.length}
      rowAt={(at) => rows[at]}
      idOf={({ id }) => id}
      onPeek={({ target }) => onPeek(target)}
      onOpen={({ source }) => onOpen(source)}
    />
  );
}
