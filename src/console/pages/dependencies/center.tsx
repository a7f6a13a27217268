/** The card in the middle, chosen by a few letters of its name. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTypes } from "../../metamodel/queries";
import { SettingButton } from "../../reports/setting-chip";
import { searchQuery } from "../../search/queries";
import { TypeIcon } from "../../ui/icon";
import { Popup } from "../../ui/popup";
import { TypeAhead } from "../../ui/type-ahead";

/** Shows the chip that chooses another card. @param name of the card in the middle */
export function CenterChip({ name, onChoose }: { name: string; onChoose: (id: string) => void }) {
  const { t } = useLingui();
  return (
    <Popup label={t`Around`} trigger={<SettingButton name={t`Around`} value={name} />}>
      {(close) => (
        <div className="dep-choose">
          <CenterField
            onChoose={(id) => {
              onChoose(id);
              close();
            }}
          />
        </div>
      )}
    </Popup>
  );
}

/** Shows the field that finds a card. */
export function CenterField({ onChoose }: { onChoose: (id: string) => void }) {
  const { t } = useLingui();
  const types = useTypes();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { data: found = [] } = useQuery({
    ...searchQuery(wanted, ["card"]),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  return (
    <TypeAhead
      label={t`Card`}
      placeholder={t`Name of a card`}
      autoFocus
      empty={t`No card of this name`}
      suggestions={found.map(({ id, name, card_type }) => ({
        id,
        label: name,
        sign: <TypeIcon type={types.get(card_type ?? "")} />,
      }))}
      onType={setText}
      onChoose={onChoose}
    />
  );
}
