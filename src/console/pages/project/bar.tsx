/** The bar above an initiative: where it is, its parts, and its neighbours in the portfolio. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, ChevronUp, Link2 } from "lucide-react";
import { useCommands } from "../../commands/command";
import { NO_FILTER } from "../../filters/condition";
import { sortingOf } from "../../grid/column";
import { number } from "../../language/format";
import type { CardType } from "../../metamodel/queries";
import { Link, useGo } from "../../navigation/link";
import { treeOf } from "../../projects/initiatives";
import { sorted, USUAL_SORT } from "../../projects/order";
import { planQuery, portfolioQuery, projectRisksQuery, reportsQuery } from "../../projects/queries";
import { toast } from "../../server/changes";
import type { Schemas } from "../../server/client";
import { useMay } from "../../server/session";
import { IconButton } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { project as page } from "./page";

export type ProjectProps = { card: Schemas["Card"]; type: CardType | undefined };

/** The parts of an initiative besides its overview, by their names in the address. */
export const TABS = ["reports", "tasks", "costs", "risks"] as const;
export type Tab = (typeof TABS)[number];

/** Shows the bar. @param seesCosts false for whoever may not see what it costs */
export function ProjectBar({ card, type, seesCosts }: ProjectProps & { seesCosts: boolean }) {
  const { t } = useLingui();
  const { tab } = page.useSearch();
  const go = useGo();
  const mayOpenCard = useMay("inventory.view");
  const { data: all = [] } = useQuery(portfolioQuery(NO_FILTER));
  const { data: plan } = useQuery(planQuery(card.id));
  const { data: risks } = useQuery(projectRisksQuery(card.id));
  const { data: reports } = useQuery(reportsQuery(card.id));
  const ordered = treeOf(sorted(all, sortingOf(USUAL_SORT)), () => true).map(({ initiative }) => initiative);
  const at = ordered.findIndex(({ id }) => id === card.id);
  const move = (by: 1 | -1) => {
    const next = ordered[at + by];
    if (next) go({ to: "/ppm/$id", params: { id: next.id }, search: tab ? { tab } : {} });
  };
  useCommands([
    { id: "project.next", label: t`Next initiative`, keys: ["j", "]"], when: () => at >= 0, run: () => move(1) },
    {
      id: "project.before",
      label: t`Initiative before`,
      keys: ["k", "shift+["],
      when: () => at > 0,
      run: () => move(-1),
    },
  ]);
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    toast("done", t`The link is copied`);
  };
  const tabs: { key: Tab | undefined; label: string; count?: number | undefined }[] = [
    { key: undefined, label: t`Project` },
    { key: "reports", label: t`Reports`, count: reports?.length },
    { key: "tasks", label: t`Board`, count: plan?.tasks.length },
    ...(seesCosts ? [{ key: "costs" as const, label: t`Costs` }] : []),
    { key: "risks", label: t`Risks`, count: risks?.length },
  ];
  const open = tabs.find(({ key }) => key === tab)?.key;
  return (
    <header className="topbar">
      <nav className="crumb trunc" aria-label={t`Where this is`}>
        <Link to="/ppm" className="crumb-link">{t`Portfolio`}</Link>
        <Icon of={ChevronRight} size={12} />
        <b className="trunc crumb-type">
          <TypeIcon type={type} />
          <span className="trunc">{card.name}</span>
        </b>
      </nav>
      <span className="vsep" />
      <nav className="anch" aria-label={t`Parts of the project`}>
        {tabs.map(({ key, label, count }) => (
          <Link
            key={label}
            to="/ppm/$id"
            params={{ id: card.id }}
            search={key ? { tab: key } : {}}
            className={key === open ? "on" : ""}
            aria-current={key === open ? "page" : undefined}
          >
            {label}
            {count ? <em className="num">{number(count)}</em> : null}
          </Link>
        ))}
        {mayOpenCard && (
          <Link to="/cards/$id" params={{ id: card.id }}>
            {t`Card`}
          </Link>
        )}
      </nav>
      <span className="sp" />
      {at >= 0 && (
        <span className="desk-only bar-item">
          <span className="c3 t12 num bar-place">{t`${number(at + 1)} of ${number(ordered.length)}`}</span>
          <IconButton icon={ChevronUp} label={t`Initiative before`} keys="k" onPress={() => move(-1)} />
          <IconButton icon={ChevronDown} label={t`Next initiative`} keys="j" onPress={() => move(1)} />
        </span>
      )}
      <IconButton icon={Link2} label={t`Copy the link`} onPress={() => void copy()} />
    </header>
  );
}
