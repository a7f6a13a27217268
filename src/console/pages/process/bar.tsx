/** The bar above a process: where it is, its tabs, and what is made of its flow. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Download, FileCode, Image, Link2 } from "lucide-react";
import { hierarchyQuery } from "../../cards/queries";
import { useTypes } from "../../metamodel/queries";
import { Link } from "../../navigation/link";
import { assessmentsQuery } from "../../processes/queries";
import { toast } from "../../server/changes";
import { useMay } from "../../server/session";
import { IconButton } from "../../ui/button";
import { Icon, TypeIcon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { saveBpmn, saveDrawing } from "./files";
import { process as page } from "./page";
import { type ProcessProps, useShownVersion } from "./versions";

/** Shows the bar. */
export function ProcessBar({ card, flow }: ProcessProps) {
  const { t } = useLingui();
  const { tab } = page.useSearch();
  const type = useTypes().get(card.type);
  const { data: hierarchy } = useQuery({ ...hierarchyQuery(card.id), enabled: card.parent_id !== null });
  const mayAssess = useMay("bpm.assessments");
  const maySeeImpact = useMay("reports.ea_dashboard");
  const { data: assessments = [] } = useQuery({ ...assessmentsQuery(card.id), enabled: mayAssess });
  const version = useShownVersion(flow);
  const params = { id: card.id };
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    toast("done", t`The link is copied`);
  };
  const tabOf = (key: typeof tab, label: string, count?: number) => (
    <Link
      to="/bpm/processes/$id"
      params={params}
      search={key ? { tab: key } : {}}
      className={tab === key ? "on" : ""}
      aria-current={tab === key ? "page" : undefined}
    >
      {label} {count !== undefined && count > 0 && <em className="num">{count}</em>}
    </Link>
  );
  return (
    <header className="topbar">
      <h1 className="aloud">{card.name}</h1>
      <nav className="crumb trunc" aria-label={t`Where this is`}>
        <Link to="/bpm/processes" className="crumb-link">{t`Processes`}</Link>
        {(hierarchy?.ancestors ?? []).slice(-1).map(({ id, name }) => (
          <span key={id} className="crumb-step">
            <Icon of={ChevronRight} size={12} />
            <Link to="/bpm/processes/$id" params={{ id }} className="crumb-link">
              {name}
            </Link>
          </span>
        ))}
        <Icon of={ChevronRight} size={12} />
        <TypeIcon type={type} />
        <b className="trunc">{card.name}</b>
      </nav>
      <span className="vsep" />
      <nav className="anch" aria-label={t`Parts of the process`}>
        {tabOf(undefined, t`Flow`)}
        <Link to="/cards/$id" params={params}>{t`Card`}</Link>
        {maySeeImpact && <Link to="/cards/$id" params={params} search={{ tab: "impact" }}>{t`Impact`}</Link>}
        {mayAssess && tabOf("assessments", t`Assessments`, assessments.length)}
        {tabOf("revisions", t`Revisions`, flow.versions.length)}
      </nav>
      <span className="sp" />
      <IconButton icon={Link2} label={t`Copy the link`} onPress={() => void copy()} />
      {version && !tab && (
        <Menu
          label={t`Export`}
          trigger={<IconButton icon={Download} label={t`Export`} />}
          entries={[
            {
              id: "bpmn",
              label: t`Flow (BPMN)`,
              icon: FileCode,
              run: () => saveBpmn(card, version),
            },
            {
              id: "svg",
              label: t`Picture (SVG)`,
              icon: Image,
              run: () => saveDrawing(card, version),
            },
          ]}
        />
      )}
    </header>
  );
}
