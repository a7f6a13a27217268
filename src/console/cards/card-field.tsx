/** A field that finds a card by a few letters. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTypes } from "../metamodel/queries";
import { searchQuery } from "../search/queries";
import { TypeIcon } from "../ui/icon";
import { TypeAhead } from "../ui/type-ahead";

type CardFieldProps = {
  label: string;
  inForm?: boolean;
  autoFocus?: boolean;
  /** Only cards of this type. */
  type?: string | undefined;
  choose: (card: { id: string; name: string; type: string }) => void;
  /** Esc was pressed in the empty field. */
  onLeave?: () => void;
};

/** Shows the field. */
export function CardField({ label, inForm = false, autoFocus = false, type, choose, onLeave }: CardFieldProps) {
  const { t } = useLingui();
  const types = useTypes();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data } = useQuery({
    ...searchQuery(wanted, ["card"], type),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const found = wanted === "" ? [] : (data ?? []);
  return (
    <TypeAhead
      label={label}
      inForm={inForm}
      placeholder={label}
      autoFocus={autoFocus}
      empty={wanted === "" ? t`Type a name` : t`No card of this name`}
      suggestions={found.map(({ id, name, card_type }) => ({
        id,
        label: name,
        sign: <TypeIcon type={types.get(card_type ?? "")} />,
      }))}
      onType={setText}
      onChoose={(id) => {
        const one = found.find((result) => result.id === id);
        if (one) choose({ id, name: one.name, type: one.card_type ?? "" });
      }}
      {...(onLeave && { onLeave })}
    />
  );
}
