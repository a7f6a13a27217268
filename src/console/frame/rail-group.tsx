/** An entry of the rail that opens in place: its pages stand below it while one of them is open. */
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import {
  ClipboardList,
  Map as MapIcon,
  Scale,
  Settings,
  ShieldAlert,
  SquareKanban,
  Telescope,
  Workflow,
} from "lucide-react";
import type { Address, Page } from "../navigation/page";
import { Icon } from "../ui/icon";
import { RailLink } from "./rail-link";
import { RailPages } from "./rail-pages";

const GROUPS = {
  maps: { title: msg`Maps & reports`, icon: MapIcon },
  processes: { title: msg`Processes`, icon: Workflow },
  projects: { title: msg`Projects`, icon: SquareKanban },
  risks: { title: msg`Risks & compliance`, icon: ShieldAlert },
  decisions: { title: msg`Decisions`, icon: Scale },
  analysis: { title: msg`Analysis`, icon: Telescope },
  surveys: { title: msg`Surveys`, icon: ClipboardList },
  admin: { title: msg`Administration`, icon: Settings },
};

type RailGroupProps = { pages: readonly Page[]; place: keyof typeof GROUPS; isFolded: boolean };

/** Shows a group; nothing when the account may see none of its pages. */
export function RailGroup({ pages, place, isFolded }: RailGroupProps) {
  const { i18n } = useLingui();
  const members = pages.filter(({ rail }) => rail === place);
  const isOpen = useLocation({ select: ({ pathname }) => members.some(({ address }) => pathname.startsWith(address)) });
  const [first] = members;
  if (!first) return null;
  const { title, icon } = GROUPS[place];
  const name = i18n._(title);
  return (
    <>
      <RailLink to={first.address as Address} name={name} isFolded={isFolded} isHere={isOpen && isFolded}>
        <Icon of={icon} />
        {!isFolded && <span className="trunc">{name}</span>}
      </RailLink>
      {isOpen && !isFolded && <RailPages pages={members} place={place} isFolded={false} className="nav sub" />}
    </>
  );
}
