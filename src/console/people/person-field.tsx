/** A field that finds a person with an account by a few letters. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { searchQuery } from "../search/queries";
import { Avatar } from "../ui/avatar";
import { TypeAhead } from "../ui/type-ahead";

type PersonFieldProps = {
  label: string;
  inForm?: boolean;
  autoFocus?: boolean;
  choose: (person: { id: string; name: string }) => void;
  /** Esc was pressed in the empty field. */
  onLeave?: () => void;
};

/** Shows the field. */
export function PersonField({ label, inForm, autoFocus, choose, onLeave }: PersonFieldProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data } = useQuery({
    ...searchQuery(wanted, ["user"]),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const found = wanted === "" ? [] : (data ?? []);
  return (
    <TypeAhead
      label={label}
      inForm={inForm ?? false}
      placeholder={t`Name or address`}
      autoFocus={autoFocus ?? false}
      empty={wanted === "" ? t`Type a name` : t`Nobody of this name`}
      suggestions={found.map(({ id, name, detail }) => ({
        id,
        label: name,
        sign: <Avatar name={name} />,
        remark: detail,
      }))}
      onType={setText}
      onChoose={(id) => {
        const person = found.find((one) => one.id === id);
        if (person) choose({ id, name: person.name });
      }}
      {...(onLeave && { onLeave })}
    />
  );
}
