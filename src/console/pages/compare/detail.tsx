/** The panel next to the list: a card with its fields, costs and relations that differ. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, ArrowRight, GitCompareArrows } from "lucide-react";
import { Change } from "../../cards/change";
import type { Difference } from "../../cards/history-words";
import { money } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { Icon, TypeIcon } from "../../ui/icon";
import { KeyValue, Section } from "../../ui/section";
import { Side } from "../../ui/side";
import type { ComparedCard } from "./queries";
import { tellingChanges, WaySign } from "./words";

type DetailProps = {
  card: ComparedCard;
  /** True when it has a page. */
  isReachable: boolean;
  differenceOf: (change: ComparedCard["changes"][number]) => Difference;
  currency: string;
  close: () => void;
};

/** Shows the fields, costs and relations of a card that differ. */
export function Detail({ card, isReachable, differenceOf, currency, close }: DetailProps) {
  const { t } = useLingui();
  const types = useTypes();
  const { id, type, name, change, costs, relations, more_relations: more } = card;
  const changes = tellingChanges(card);
  return (
    <Side icon={GitCompareArrows} kind={labelOf(types.get(type) ?? { label: type })} label={name} close={close}>
      <div className="pad peek-head">
        <h2 className="t20">{name}</h2>
        <p>
          <WaySign way={change} />
        </p>
      </div>
      {changes.length > 0 && (
        <Section title={t`Fields`} count={changes.length}>
          {changes.map((one) => (
            <p key={one.field} className="compare-change">
              <Change of={differenceOf(one)} />
            </p>
          ))}
        </Section>
      )}
      {costs && costs.difference !== 0 && (
        <Section title={t`Costs`}>
          <KeyValue of={t`Before`}>{money(costs.old, currency)}</KeyValue>
          <KeyValue of={t`After`}>{money(costs.new, currency)}</KeyValue>
        </Section>
      )}
      {relations.length > 0 && (
        <Section title={t`Relations`} count={relations.length + more}>
          {relations.map((one) => (
            <div key={`${one.id} ${one.direction}`} className="rel">
              <Icon of={one.direction === "outgoing" ? ArrowRight : ArrowLeft} size={12} />
              <TypeIcon type={types.get(one.peer.type)} />
              <span className="trunc">{one.change === "removed" ? <del>{one.peer.name}</del> : one.peer.name}</span>
              <span className="e c3 t12">
                {one.change === "added" ? t`added` : one.change === "removed" ? t`taken away` : t`changed`}
              </span>
            </div>
          ))}
        </Section>
      )}
      {isReachable && (
        <Section>
          <Link to="/cards/$id" params={{ id }} className="lk">
            <Trans>Open the card</Trans>
          </Link>
        </Section>
      )}
    </Side>
  );
}
