/** The content of the palette: cards by name, and commands. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { foundCardsQuery } from "../cards/queries";
import { type Command, isPossible, useAllCommands } from "../commands/command";
import { labelOf, useTypes } from "../metamodel/queries";
import type { Page } from "../navigation/page";
import { useSetPeek } from "../navigation/peek";
import { KeyHint } from "../ui/bars";
import { Icon, TypeIcon } from "../ui/icon";
import { Keys } from "../ui/keys";
import { Marked } from "../ui/marked";
import { closePalette } from "./palette-state";

const MAX_COMMANDS = 6;

/** The open palette. @param first the text that it begins with */
export default function PaletteContent({ first }: { pages: readonly Page[]; first: string }) {
  const { t } = useLingui();
  const [text, setText] = useState(first);
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => isOpen || closePalette()} className="veil-over">
      <Modal className="over pal">
        <Dialog aria-label={t`Search or jump`} className="pal-dialog">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label={t`Search or jump`} className="q" autoFocus>
              <Icon of={Search} />
              <Input className="pal-input" placeholder={t`Search or jump`} />
            </SearchField>
            <Results text={text} />
          </Autocomplete>
          <div className="pf">
            <KeyHint keys={["arrowup", "arrowdown"]}>
              <Trans>move</Trans>
            </KeyHint>
            <KeyHint keys={["enter"]}>
              <Trans>open</Trans>
            </KeyHint>
            <span className="sp" />
            <KeyHint keys={[">"]}>
              <Trans>commands</Trans>
            </KeyHint>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The commands whose label has the text. */
function commandsFor(text: string, commands: readonly Command[]): Command[] {
  const wanted = text.replace(/^>\s*/, "").trim().toLocaleLowerCase();
  return commands
    .filter((one) => !one.quiet && isPossible(one) && one.label.toLocaleLowerCase().includes(wanted))
    .slice(0, text.startsWith(">") ? undefined : MAX_COMMANDS);
}

function Results({ text }: { text: string }) {
  const { t } = useLingui();
  const wanted = useDeferredValue(text.startsWith(">") ? "" : text.trim());
  const { data: cards = [] } = useQuery({
    ...foundCardsQuery(wanted),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const commands = commandsFor(text, useAllCommands());
  const types = useTypes();
  const peek = useSetPeek();
  const run = (action: () => unknown) => () => {
    closePalette();
    void action();
  };
  return (
    <ListBox
      aria-label={t`Found`}
      className="ps"
      renderEmptyState={() => <p className="po c3">{t`Nothing is called “${text}”`}</p>}
    >
      {wanted !== "" && cards.length > 0 && (
        <ListBoxSection id="cards">
          <Header className="pal-head">{t`Cards`}</Header>
          {cards.map(({ id, name, type }) => (
            <ListBoxItem key={id} id={`card ${id}`} textValue={name} className="po" onAction={run(() => peek(id))}>
              <TypeIcon type={types.get(type)} size={16} />
              <span className="trunc">
                <Marked text={name} part={wanted} />
              </span>
              <span className="x">{labelOf(types.get(type) ?? { label: type })}</span>
            </ListBoxItem>
          ))}
        </ListBoxSection>
      )}
      {commands.length > 0 && (
        <ListBoxSection id="commands">
          <Header className="pal-head">{t`Commands and pages`}</Header>
          {commands.map((command) => (
            <ListBoxItem
              key={command.id}
              id={command.id}
              textValue={command.label}
              className="po"
              onAction={run(command.run)}
            >
              {command.icon && <Icon of={command.icon} />}
              <span className="trunc">{command.label}</span>
              {command.keys?.[0] && (
                <span className="x">
                  <Keys of={command.keys[0]} />
                </span>
              )}
            </ListBoxItem>
          ))}
        </ListBoxSection>
      )}
    </ListBox>
  );
}
