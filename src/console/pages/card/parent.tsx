/** The card above a card, chosen by a few letters of its name. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { setParent } from "../../cards/changes";
import { hierarchyQuery } from "../../cards/queries";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { searchQuery } from "../../search/queries";
import { IconButton } from "../../ui/button";
import { TypeIcon } from "../../ui/icon";
import { TypeAhead } from "../../ui/type-ahead";

type ParentProps = { card: { id: string; name: string; type: string; parent_id: string | null }; mayEdit: boolean };

/** Shows the parent, and the line that sets another one. */
export function Parent({ card, mayEdit }: ParentProps) {
  const { t } = useLingui();
  const types = useTypes();
  const [isChoosing, setChoosing] = useState(false);
  const { data } = useQuery(hierarchyQuery(card.id));
  const parent = card.parent_id === null ? undefined : data?.ancestors.at(-1);
  if (!parent && !mayEdit) return null;
  return (
    <>
      <h4>{t`Part of`}</h4>
      {parent && (
        <div className="rel">
          <TypeIcon type={types.get(parent.type)} />
          <Link to="/cards/$id" params={{ id: parent.id }} className="trunc quiet-link">
            {parent.name}
          </Link>
          {mayEdit && (
            <IconButton
              writes
              className="unrelate"
              size={14}
              icon={X}
              label={t`Take it out of ${parent.name}`}
              onPress={() => void setParent(card, null)}
            />
          )}
        </div>
      )}
      {mayEdit &&
        (isChoosing ? (
          <ParentLine card={card} close={() => setChoosing(false)} />
        ) : (
          <button type="button" className="lk t12" onClick={() => setChoosing(true)}>
            {parent ? <Trans>Another parent</Trans> : <Trans>Set the parent</Trans>}
          </button>
        ))}
    </>
  );
}

function ParentLine({ card, close }: { card: ParentProps["card"]; close: () => void }) {
  const { t } = useLingui();
  const types = useTypes();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data: found = [] } = useQuery({
    ...searchQuery(wanted, ["card"], card.type),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const others = found.filter(({ id }) => id !== card.id);
  return (
    <TypeAhead
      label={t`Parent`}
      placeholder={t`Name of the card above it`}
      autoFocus
      onLeave={close}
      empty={t`No card of this name`}
      suggestions={others.map(({ id, name, detail }) => ({
        id,
        label: name,
        sign: <TypeIcon type={types.get(card.type)} />,
        remark: detail ?? undefined,
      }))}
      onType={setText}
      onChoose={(id) => {
        const parent = others.find((one) => one.id === id);
        if (parent) void setParent(card, parent);
        close();
      }}
    />
  );
}
