/** The open palette: the text, and what is found. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Autocomplete, Dialog, Input, Modal, ModalOverlay, SearchField } from "react-aria-components";
import { labelOf, useTypes } from "../metamodel/queries";
import { useBehind } from "../navigation/behind";
import type { Page } from "../navigation/page";
import type { Kind } from "../search/queries";
import { KeyHint } from "../ui/bars";
import { Icon } from "../ui/icon";
import { useOpen } from "./palette-open";
import { PaletteResults } from "./palette-results";
import { closePalette, filterBehind, typeIntoPalette } from "./palette-state";
import { useVisible } from "./visible";

/** Returns the thing that is chosen in the list, by its element. */
function chosenThing(field: HTMLInputElement): { kind: Kind; id: string } | undefined {
  const option = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
  const [kind, id] = option?.dataset["key"]?.split(" ") ?? [];
  return kind && id ? { kind: kind as Kind, id } : undefined;
}

/** Checks whether the choice of the field is something that the list shows now. */
const isChosen = (field: HTMLInputElement): boolean =>
  document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.isConnected === true;

/** Returns the first entry of the list. */
const firstOption = (field: HTMLInputElement): HTMLElement | null | undefined =>
  field.closest(".pal-dialog")?.querySelector<HTMLElement>("[role=option]");

/** Shows the palette with its text. */
export default function PaletteContent({ pages, text }: { pages: readonly Page[]; text: string }) {
  const { t } = useLingui();
  const visible = useVisible(pages);
  const { peek, openInTab } = useOpen(visible);
  const listed = useTypes().get(useBehind("/inventory")?.type ?? "");
  const [isLimited, setLimited] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (event.key === "Tab" && listed) {
      event.preventDefault();
      // The dialog would go round its fields, and choose the whole text.
      event.stopPropagation();
      setLimited(!isLimited);
      return;
    }
    if (event.key === "Escape") {
      // The field alone would empty itself first.
      event.preventDefault();
      closePalette();
      return;
    }
    if (event.key === "Enter" && !isChosen(field)) {
      // The results have arrived, and the choice among them not yet: the first is meant.
      event.preventDefault();
      firstOption(field)?.click();
      return;
    }
    const atEnd = field.selectionStart === field.value.length;
    const wanted =
      event.key === "ArrowRight" && atEnd
        ? peek
        : event.key === "Enter" && (event.metaKey || event.ctrlKey)
          ? openInTab
          : undefined;
    const thing = wanted && chosenThing(field);
    if (!thing) return;
    event.preventDefault();
    wanted(thing);
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => isOpen || closePalette()} className="veil-over">
      <Modal className="over pal">
        <Dialog aria-label={t`Search or jump`} className="pal-dialog">
          <Autocomplete inputValue={text} onInputChange={typeIntoPalette}>
            <SearchField aria-label={t`Search or jump`} className="q" autoFocus>
              <Icon of={Search} />
              <Input className="pal-input" placeholder={t`Search or jump`} onKeyDown={onKeyDown} />
              {listed && (
                <button
                  type="button"
                  className="pal-limit c3 t12"
                  aria-pressed={isLimited}
                  tabIndex={-1}
                  onClick={() => setLimited(!isLimited)}
                >
                  <KeyHint keys={["tab"]}>{t`only ${labelOf(listed)}`}</KeyHint>
                </button>
              )}
            </SearchField>
            <PaletteResults text={text} pages={visible} type={isLimited ? listed?.key : undefined} />
          </Autocomplete>
          <Hints pages={visible} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Says which keys the palette knows. @param pages those that the user may see */
function Hints({ pages }: { pages: readonly Page[] }) {
  return (
    <div className="pf">
      <KeyHint keys={["arrowup", "arrowdown"]}>
        <Trans>move</Trans>
      </KeyHint>
      <KeyHint keys={["enter"]}>
        <Trans>open</Trans>
      </KeyHint>
      <KeyHint keys={["arrowright"]}>
        <Trans>peek</Trans>
      </KeyHint>
      <KeyHint keys={["mod+enter"]}>
        <Trans>in a new tab</Trans>
      </KeyHint>
      <span className="sp" />
      {filterBehind() && (
        <KeyHint keys={["/"]}>
          <Trans>filter</Trans>
        </KeyHint>
      )}
      <KeyHint keys={[">"]}>
        <Trans>commands</Trans>
      </KeyHint>
      <KeyHint keys={["g"]}>
        <Trans>pages</Trans>
      </KeyHint>
      {pages.some(({ shows }) => shows?.kind === "user") && (
        <KeyHint keys={["@"]}>
          <Trans>people</Trans>
        </KeyHint>
      )}
    </div>
  );
}
