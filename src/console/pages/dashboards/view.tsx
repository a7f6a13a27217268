/** The dashboards that the account may see, one at a time. */
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { settingsQuery, useMay } from "../../server/session";
import { PageFrame } from "../../ui/bars";
import { Segments } from "../../ui/segments";
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
  const seesProjects = useMay("ppm.view") && hasProjects !== false;
  const seesAccounts = useMay("admin.users");
  const options = [
    { value: "landscape", label: t`Landscape` } as const,
    ...(seesProjects ? [{ value: "projects", label: t`Projects` } as const] : []),
    ...(seesAccounts ? [{ value: "administration", label: t`Administration` } as const] : []),
  ];
  const shown = options.find(({ value }) => value === show)?.value ?? "landscape";
  const Board = BOARDS[shown];
  return (
    <PageFrame
      title={t`Dashboards`}
      actions={
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
      <Board />
    </PageFrame>
  );
}
