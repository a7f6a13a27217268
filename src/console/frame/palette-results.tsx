/** The results of the palette: things by kind, and commands. */
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
  Scale,
  ShieldAlert,
  User,
} from "lucide-react";
import { useDeferredValue } from "react";
import { Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components";
import { type Command, isPossible, useAllCommands } from "../commands/command";
import { labelOf, useTypes } from "../metamodel/queries";
import type { Page } from "../navigation/page";
import { type Kind, type SearchResult, searchQuery } from "../search/queries";
import { Icon, TypeIcon } from "../ui/icon";
import { Keys } from "../ui/keys";
import { Marked } from "../ui/marked";
import { useOpen } from "./palette-open";
import { closePalette } from "./palette-state";

const MAX_COMMANDS = 6;

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

/** The headings, in their order. */
const GROUPS = { card: msg`Cards`, other: msg`Decisions, risks and more` };

/** Returns the commands whose label has the text. A `>` at the beginning is for commands alone. */
function commandsFor(text: string, commands: readonly Command[]): Command[] {
  const wanted = text.replace(/^>\s*/, "").trim().toLocaleLowerCase();
  return commands
    .filter((one) => !one.quiet && isPossible(one) && one.label.toLocaleLowerCase().includes(wanted))
    .slice(0, text.startsWith(">") ? undefined : MAX_COMMANDS);
}

/** Shows the results for a text. @param pages the pages that the account may see, which show what is found */
export function PaletteResults({ text, pages }: { text: string; pages: readonly Page[] }) {
  const { t, i18n } = useLingui();
  const wanted = useDeferredValue(text.startsWith(">") ? "" : text.trim());
  // Of a kind that no page shows, nothing is found that could be opened.
  const kinds: Kind[] = ["card", ...pages.flatMap(({ shows }) => (shows && shows.kind !== "card" ? [shows.kind] : []))];
  const { data: found = [], isFetching } = useQuery({
    ...searchQuery(wanted, kinds),
    enabled: wanted !== "",
    placeholderData: (before) => before,
  });
  const isSearching = isFetching || (!text.startsWith(">") && wanted !== text.trim());
  const things = wanted === "" ? [] : found;
  const groups = Map.groupBy(things, ({ kind }) => (kind === "card" ? ("card" as const) : ("other" as const)));
  const commands = commandsFor(text, useAllCommands());
  return (
    <ListBox
      aria-label={t`Found`}
      className="ps"
      renderEmptyState={() => <p className="po c3">{isSearching ? t`Searching…` : t`Nothing is called “${text}”`}</p>}
    >
      {[...groups].map(([group, members]) => (
        <ListBoxSection key={group} id={group}>
          <Header className="pal-head">{i18n._(GROUPS[group])}</Header>
          {members.map((one) => (
            <Result key={one.id} result={one} text={wanted} pages={pages} />
          ))}
        </ListBoxSection>
      ))}
      {commands.length > 0 && (
        <ListBoxSection id="commands">
          <Header className="pal-head">{t`Commands and pages`}</Header>
          {commands.map((command) => (
            <CommandLine key={command.id} command={command} />
          ))}
        </ListBoxSection>
      )}
    </ListBox>
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

function CommandLine({ command }: { command: Command }) {
  const { id, label, icon, keys } = command;
  const run = () => {
    closePalette();
    void command.run();
  };
  return (
    <ListBoxItem id={id} textValue={label} className="po" onAction={run}>
      {icon && <Icon of={icon} />}
      <span className="trunc">{label}</span>
      {keys?.[0] && (
        <span className="x">
          <Keys of={keys[0]} />
        </span>
      )}
    </ListBoxItem>
  );
}
