/** The dashboards that the account may see, one at a time. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { settingsQuery, useMay } from "../../server/session";
import { PageFrame } from "../../ui/bars";
import { Segments } from "../../ui/segments";
import { Empty } from "../../ui/states";
import "./dashboards.css";
import { AdministrationBoard } from "./administration";
import { LandscapeBoard } from "./landscape";
import { dashboards as page } from "./page";
import { ProjectsBoard } from "./projects";

const BOARDS = { landscape: LandscapeBoard, projects: ProjectsBoard, administration: AdministrationBoard };

export default function DashboardsPage() {
  const { t } = useLingui();
  const { show } = page.useSearch();
  const setSearch = page.useSetSearch();
  const { ppm_enabled: hasProjects } = useSuspenseQuery(settingsQuery).data;
  const seesLandscape = useMay("reports.ea_dashboard");
  const seesProjects = useMay("ppm.view") && hasProjects !== false;
  const seesAccounts = useMay("admin.users");
  const options = [
    ...(seesLandscape ? [{ value: "landscape", label: t`Landscape` } as const] : []),
    ...(seesProjects ? [{ value: "projects", label: t`Projects` } as const] : []),
    ...(seesAccounts ? [{ value: "administration", label: t`Administration` } as const] : []),
  ];
  const first = options[0]?.value;
  const shown = options.find(({ value }) => value === show)?.value ?? first;
  const Board = shown && BOARDS[shown];
  return (
    <PageFrame
      title={t`Dashboards`}
      actions={
        shown &&
        options.length > 1 && (
          <Segments
            label={t`Dashboard`}
            value={shown}
            options={options}
            onChange={(next) => setSearch({ show: next === "landscape" ? undefined : next })}
          />
        )
      }
    >
      {Board ? (
        <Board />
      ) : (
        <Empty title={t`No dashboard here`}>
          <Trans>The area of projects is switched off, and the other dashboards take further rights.</Trans>
        </Empty>
      )}
    </PageFrame>
  );
}
