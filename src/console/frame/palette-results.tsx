/** The results of the palette: things by kind, and commands. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  ChartColumn,
  ClipboardList,
  FileText,
  Filter,
  type LucideIcon,
  PenTool,
  Plus,
  Scale,
  ShieldAlert,
  User,
} from "lucide-react";
import { useDeferredValue } from "react";
import { Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components";
import { type Command, isPossible, useAllCommands } from "../commands/command";
import { parseFilter } from "../filters/condition";
import { labelOf, useTypes } from "../metamodel/queries";
import type { Page } from "../navigation/page";
import { type Kind, type SearchResult, searchQuery } from "../search/queries";
import { useMay } from "../server/session";
import { Icon, TypeIcon } from "../ui/icon";
import { Keys } from "../ui/keys";
import { Marked } from "../ui/marked";
import { newCardName } from "./new-card-state";
import { CardVerbs } from "./palette-card";
import { FilterLine } from "./palette-filter";
import { PaletteLine } from "./palette-line";
import { useOpen } from "./palette-open";
import { kindsOf, type Wish, wishOf } from "./palette-text";

const MAX_COMMANDS = 6;

/** The numbers of cards and of other things that leave room for what can be done with the first card. */
const MAX_THINGS = { card: 5, other: 3 };

const KINDS: Record<Exclude<Kind, "card">, LucideIcon> = {
  diagram: PenTool,
  decision: Scale,
  statement: FileText,
  risk: ShieldAlert,
  survey: ClipboardList,
  view: Filter,
  report: ChartColumn,
  user: User,
};

/** Returns the commands that a wish asks for, by their labels. */
function commandsFor({ of, text }: Wish, commands: readonly Command[]): Command[] {
  const wanted = text.toLocaleLowerCase();
  const matching = commands.filter(
    (one) =>
      !one.quiet &&
      isPossible(one) &&
      (of !== "pages" || one.id.startsWith("go ")) &&
      one.label.toLocaleLowerCase().includes(wanted),
  );
  if (of === "people") return [];
  return of === "everything" ? matching.slice(0, MAX_COMMANDS) : matching;
}

/** Returns the wish of a text. Where no page has the words after `g `, the letter is part of a name, as in "g suite". */
function wishAmong(text: string, commands: readonly Command[]): Wish {
  const wish = wishOf(text);
  const isName = wish.of === "pages" && commandsFor(wish, commands).length === 0;
  return isName ? { of: "everything", text: text.trim() } : wish;
}

/** Gives the things that a wish asks for, by group. @param type the one type of cards that is meant, if there is one */
function useThings(wish: Wish, pages: readonly Page[], type: string | undefined) {
  const wanted = useDeferredValue(wish.text);
  // Of a kind that no page shows, nothing is found that could be opened.
  const kinds = kindsOf(
    wish,
    pages.flatMap(({ shows }) => shows?.kind ?? []),
    type,
  );
  const { data: found = [], isFetching } = useQuery({
    ...searchQuery(wanted, kinds, type),
    enabled: wanted !== "" && kinds.length > 0,
    placeholderData: (before) => before,
  });
  const things = wanted === "" ? [] : found.filter(({ kind }) => kinds.includes(kind));
  const of = (group: "card" | "other") =>
    things
      .filter(({ kind }) => (kind === "card") === (group === "card"))
      .slice(0, wish.of === "everything" ? MAX_THINGS[group] : undefined);
  return { wanted, cards: of("card"), others: of("other"), isSearching: isFetching || wanted !== wish.text };
}

type PaletteResultsProps = {
  text: string;
  /** The pages that the account may see, which show what is found. */
  pages: readonly Page[];
  /** The key of the one type of cards that is looked for. */
  type: string | undefined;
};

/** Shows the results for a text: cards, what can be done with the first, the text as a filter, other things, and commands. */
export function PaletteResults({ text, pages, type }: PaletteResultsProps) {
  const { t } = useLingui();
  const all = useAllCommands();
  const wish = wishAmong(text, all);
  const { wanted, cards, others, isSearching } = useThings(wish, pages, type);
  const commands = commandsFor(wish, all);
  const isForAll = wish.of === "everything" && wanted !== "";
  const [first] = cards;
  return (
    <ListBox
      aria-label={t`Found`}
      className="ps"
      renderEmptyState={() => (
        <p className="po c3">{isSearching ? t`Searching…` : t`Nothing is called “${wish.text}”`}</p>
      )}
    >
      <Things heading={msg`Cards`} things={cards} text={wanted} pages={pages} />
      {isForAll && first && <CardVerbs card={first} />}
      {isForAll && (first || parseFilter(wanted).conditions.length > 0) && <FilterLine text={wanted} />}
      <Things
        heading={wish.of === "people" ? msg`People` : msg`Decisions, risks and more`}
        things={others}
        text={wanted}
        pages={pages}
      />
      {commands.length > 0 && (
        <ListBoxSection id="commands">
          <Header className="pal-head">{t`Commands and pages`}</Header>
          {commands.map(({ id, label, icon, keys, run }) => (
            <PaletteLine
              key={id}
              id={id}
              label={label}
              icon={icon}
              remark={keys?.[0] && <Keys of={keys[0]} />}
              run={run}
            />
          ))}
        </ListBoxSection>
      )}
      {isForAll && !first && !isSearching && <NewCardLine name={wanted} />}
    </ListBox>
  );
}

type ThingsProps = {
  heading: MessageDescriptor;
  things: readonly SearchResult[];
  text: string;
  pages: readonly Page[];
};

function Things({ heading, things, text, pages }: ThingsProps) {
  const { i18n } = useLingui();
  if (things.length === 0) return null;
  return (
    <ListBoxSection id={heading.id}>
      <Header className="pal-head">{i18n._(heading)}</Header>
      {things.map((one) => (
        <Result key={one.id} result={one} text={text} pages={pages} />
      ))}
    </ListBoxSection>
  );
}

/** Offers to make a card of a name that no card has. */
function NewCardLine({ name }: { name: string }) {
  const { t } = useLingui();
  if (!useMay("inventory.create")) return null;
  return (
    <ListBoxSection id="new card">
      <Header className="pal-head">{t`No card is called “${name}”`}</Header>
      <PaletteLine
        id="new card of this name"
        icon={Plus}
        label={t`Make a card of this name`}
        run={() => newCardName.update(() => name)}
      />
    </ListBoxSection>
  );
}

function Result({ result, text, pages }: { result: SearchResult; text: string; pages: readonly Page[] }) {
  const { kind, id, name, detail, card_type, excerpt } = result;
  const types = useTypes();
  const { open } = useOpen(pages);
  const type = types.get(card_type ?? "");
  return (
    <ListBoxItem id={`${kind} ${id}`} textValue={name} className="po" onAction={() => open(result)}>
      {kind === "card" ? <TypeIcon type={type} size={16} /> : <Icon of={KINDS[kind]} />}
      <span className="trunc">
        <Marked text={name} part={text} />
        {excerpt && <span className="c3"> {excerpt}</span>}
      </span>
      <span className="x">{[type && labelOf(type), detail].filter(Boolean).join(" · ")}</span>
    </ListBoxItem>
  );
}
