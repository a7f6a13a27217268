/** Saving a report, and opening those that are saved. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Bookmark, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Popover } from "react-aria-components";
import { tryChange } from "../server/changes";
import { api } from "../server/client";
import { cache } from "../server/queries";
import { useMay } from "../server/session";
import { Button } from "../ui/button";
import { Menu } from "../ui/menu";
import { NameForm } from "../ui/name-form";
import { addressOf, placeIn, type ReportType, savedReportsQuery } from "./queries";

/** Shows the saved reports of a type, and saving what is shown. The search parameters of the page are what is saved. */
export function SavedReports({ type }: { type: ReportType }) {
  const { t } = useLingui();
  const { data: reports = [] } = useQuery(savedReportsQuery);
  const { peek: _, ...search } = useSearch({ strict: false }) as Record<string, unknown>;
  const params = useParams({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const maySave = useMay("saved_reports.create");
  const [isSaving, setSaving] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const own = reports.filter(({ report_type }) => report_type === type);
  if (!maySave && own.length === 0) return null;

  const save = (name: string) => {
    setSaving(false);
    void tryChange({
      sentence: t`The report ${name} is saved`,
      send: () =>
        api.POST("/api/v1/saved-reports", { body: { name, report_type: type, config: { search, params } } as never }),
    }).then(() => cache.invalidateQueries({ queryKey: savedReportsQuery.queryKey }));
  };

  return (
    <span ref={place} className="bar-item">
      <Menu
        label={t`Saved reports`}
        trigger={<Button icon={Bookmark}>{t`Reports`}</Button>}
        entries={[
          ...own.map(({ id, name, config }) => ({
            id,
            label: name,
            run: () => void navigate({ to: addressOf(type), ...placeIn(config) } as never),
          })),
          ...(maySave
            ? [
                {
                  id: "save",
                  label: t`Save as report…`,
                  icon: Plus,
                  begins: own.length > 0,
                  run: () => setSaving(true),
                },
              ]
            : []),
        ]}
      />
      <Popover className="pop" triggerRef={place} isOpen={isSaving} onOpenChange={setSaving} placement="bottom end">
        <NameForm label={t`Name of the report`} verb={t`Save`} submit={save} />
      </Popover>
    </span>
  );
}
