/** A person's parts, type by type: each figure leads to just these cards. */
import { Trans, useLingui } from "@lingui/react/macro";
import { UserRound } from "lucide-react";
import { number } from "../../language/format";
import { labelOf, useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { TypeIcon } from "../../ui/icon";
import { Section } from "../../ui/section";
import { Side } from "../../ui/side";
import type { Holder } from "./directory";

/** Shows the panel. */
export function HolderPanel({ holder, close }: { holder: Holder; close: () => void }) {
  const { t } = useLingui();
  const types = useTypes();
  const byType = Map.groupBy(holder.parts, ({ type }) => type);
  return (
    <Side icon={UserRound} kind={t`Person`} label={holder.name} close={close}>
      <div className="pad">
        <h2 className="t15 w2">{holder.name}</h2>
        <p className="c3 t12">{holder.email}</p>
        <p className="t12">
          <Link to="/inventory" search={{ filter: `stakeholder:${holder.id}` }} className="lk">
            <Trans>All cards of {holder.name}</Trans>
          </Link>
        </p>
      </div>
      {[...byType].map(([key, parts]) => {
        const type = types.get(key);
        return (
          <Section key={key} title={type ? labelOf(type) : key}>
            {parts.map(({ role, label, translations, count }) => (
              <div className="rel" key={role}>
                <TypeIcon type={type} />
                <Link
                  to="/inventory"
                  search={{ type: key, filter: `stakeholder.${role}:${holder.id}` }}
                  className="lk trunc"
                >
                  {labelOf({ label, translations: translations as Record<string, string> })}
                </Link>
                <span className="e num">{number(count)}</span>
              </div>
            ))}
          </Section>
        );
      })}
    </Side>
  );
}
