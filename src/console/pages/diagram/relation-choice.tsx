/** The question what a line between two cards stands for. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { relationsQuery } from "../../cards/queries";
import type { LineRelation } from "../../diagrams/edits";
import {
  type End,
  type PossibleRelation,
  possibleRelations,
  recordRelation,
  relationBetween,
} from "../../diagrams/relate";
import { relationTypesQuery } from "../../metamodel/fields";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";

type ChoiceProps = {
  from: End;
  to: End;
  /** Makes the line stand for a relation. */
  mark: (relation: LineRelation) => void;
  close: () => void;
};

/** Shows the relations that are possible; the one that is chosen is recorded as well. */
export function RelationChoice({ from, to, mark, close }: ChoiceProps) {
  const { t } = useLingui();
  const mayRelate = useMay("relations.manage");
  const { data: types } = useQuery(relationTypesQuery);
  const { data: relations } = useQuery(relationsQuery(from.id));
  if (!types || !relations) return null;
  const all = possibleRelations(from, to, types).map((one) => ({
    ...one,
    recorded: relationBetween(relations, from.id, to.id, one.type.key),
  }));
  const offered = all.filter(({ recorded }) => recorded || mayRelate);
  const choose = async (one: PossibleRelation & { recorded?: { id: string } | undefined }) => {
    const relationId = one.recorded?.id ?? (await recordRelation(one));
    if (relationId) mark({ label: one.label, relationType: one.type.key, relationId });
    close();
  };
  return (
    <section
      className="pop relation-choice"
      role="dialog"
      aria-label={t`What the line stands for`}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") close();
      }}
    >
      <p className="t12 c2">
        <Trans>
          {from.name} and {to.name}
        </Trans>
      </p>
      {offered.map((one, at) => (
        <Button
          key={`${one.type.key} ${one.source.id}`}
          className="choice-line"
          autoFocus={at === 0}
          onPress={() => void choose(one)}
        >
          <span className="trunc">
            {one.source.name} <b>{one.label.toLocaleLowerCase()}</b> {one.target.name}
          </span>
          {one.recorded && <span className="c3 t11">{t`recorded`}</span>}
        </Button>
      ))}
      {offered.length === 0 && (
        <p className="t12 c3">
          <Trans>The metamodel knows no relation between them.</Trans>
        </p>
      )}
      <Button className="choice-line" autoFocus={offered.length === 0} onPress={close}>
        <Trans>Only a line</Trans>
      </Button>
    </section>
  );
}
