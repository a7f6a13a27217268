/** The relations of a card in the peek: a section for each meaning. */
import { useQuery } from "@tanstack/react-query";
import { relationTypesQuery } from "../metamodel/fields";
import { useTypes } from "../metamodel/queries";
import { useSetPeek } from "../navigation/peek";
import { TypeIcon } from "../ui/icon";
import { Section } from "../ui/section";
import { Failed } from "../ui/states";
import { relationsQuery } from "./queries";
import { relatedGroups } from "./related";
import { RelationMark } from "./relation-mark";

/** Related cards; a press peeks at one. */
export function PeekRelations({ id }: { id: string }) {
  const { data: relations = [], error, refetch } = useQuery(relationsQuery(id));
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const types = useTypes();
  const setPeek = useSetPeek();
  if (error) return <Failed error={error} retry={refetch} />;
  return relatedGroups(id, relations, relationTypes).map((group) => (
    <Section key={group.key} title={group.label} count={group.members.length}>
      {group.members.map((related) => (
        <button type="button" className="rel rel-button" key={related.relation.id} onClick={() => setPeek(related.id)}>
          <TypeIcon type={types.get(related.type)} />
          <span className="trunc">{related.name}</span>
          <RelationMark group={group} related={related} />
        </button>
      ))}
    </Section>
  ));
}
