/** One line that relates a card: a name of whatever type, then what the relation would be, read from the card. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Autocomplete, Input, SearchField } from "react-aria-components";
import { createAndRelate, relate } from "../../cards/changes";
import { relationTypesQuery } from "../../metamodel/fields";
import { useTypes } from "../../metamodel/queries";
import { useMay } from "../../server/session";
import { KeyHint } from "../../ui/bars";
import { Button, IconButton } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { RelateOptions } from "./relate-options";
import { possibleRelations, type RelateChoice, turned } from "./relations-of-type";

type RelateLineProps = { card: { id: string; name: string; type: string }; close: () => void };

/** Shows the line. It stays open for the next one; Tab chooses the relation first. */
export function RelateLine({ card, close }: RelateLineProps) {
  const { t } = useLingui();
  const types = useTypes();
  const mayMake = useMay("inventory.create");
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const possible = possibleRelations(card.type, relationTypes);
  const [text, setText] = useState("");
  const [chosenKey, setChosenKey] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const chosen = possible.find(({ key }) => key === chosenKey);
  const other = chosen && turned(chosen, possible);

  const choose = (key?: string) => {
    setChosenKey(key);
    setChoosing(false);
    setText("");
  };
  const take = (choice: RelateChoice) => {
    const { relation } = choice;
    setText("");
    if (choice.kind === "make") void createAndRelate(card, choice.name, relation.otherType, relation);
    else void relate(card, choice.card, relation.relation_type, relation.side);
  };
  const turnToRelations = () => {
    setText("");
    setChoosing(!isChoosing);
  };
  const leave = () => (isChoosing ? choose(chosenKey) : text === "" ? close() : setText(""));
  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = event.metaKey || event.ctrlKey;
    const acts: Record<string, (() => void) | undefined> = {
      Tab: event.shiftKey ? undefined : turnToRelations,
      Escape: leave,
      Backspace: text === "" && chosen ? () => choose() : undefined,
      Enter: isMod ? () => document.querySelector<HTMLElement>(".relate-make")?.click() : undefined,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className="relate-line">
      <Autocomplete inputValue={text} onInputChange={setText}>
        <div className="comp">
          <span className="who">
            <TypeIcon type={types.get(card.type)} />
            <span className="trunc">{card.name}</span>
          </span>
          <Button className="sent" aria-expanded={isChoosing} onPress={turnToRelations}>
            {isChoosing ? t`which relation?` : (chosen?.reading ?? t`any relation`)}
            <Icon of={ChevronDown} size={12} />
          </Button>
          <SearchField aria-label={isChoosing ? t`Relation` : t`Relate to`} className="relate-field" autoFocus>
            <Input
              className="pal-input"
              placeholder={isChoosing ? t`Name of a relation` : t`Name of a card`}
              onKeyDown={onKeyDown}
            />
          </SearchField>
          <span className="t12 c3 relate-hint">
            <Trans>Tab chooses the relation first</Trans>
          </span>
          {other && (
            <IconButton
              icon={ArrowLeftRight}
              size={14}
              label={t`The other direction: ${other.reading}`}
              onPress={() => setChosenKey(other.key)}
            />
          )}
          <Keys of="escape" />
          <IconButton icon={X} label={t`Close the line`} size={14} onPress={close} />
        </div>
        {(text.trim() !== "" || isChoosing) && (
          <div className="over relate-over">
            <RelateOptions
              card={card}
              text={text.trim()}
              possible={possible}
              chosen={chosen}
              isChoosing={isChoosing}
              mayMake={mayMake}
              choose={choose}
              take={take}
            />
            <div className="pf">
              <KeyHint keys={["enter"]}>
                {isChoosing ? <Trans>choose</Trans> : <Trans>relate, and stay for the next</Trans>}
              </KeyHint>
              {!isChoosing && mayMake && (
                <KeyHint keys={["mod+enter"]}>
                  <Trans>make it and relate it</Trans>
                </KeyHint>
              )}
            </div>
          </div>
        )}
      </Autocomplete>
    </div>
  );
}
