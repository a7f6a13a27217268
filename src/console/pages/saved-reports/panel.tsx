/** A saved report of one's own: its name, what it is for, who sees it, and its end. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark } from "lucide-react";
import { deleteReport, type SavedReport, updateReport } from "../../reports/changes";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import { EditedLine } from "../../ui/edited-line";
import { KeyValue, Section } from "../../ui/section";
import { Side } from "../../ui/side";
import { Switch } from "../../ui/switch";

/** Shows the report. */
export function ReportPanel({ report, close }: { report: SavedReport; close: () => void }) {
  const { t } = useLingui();
  const { name, description, visibility, shared_with_users } = report;
  const mayShare = useMay("saved_reports.create");
  const isPublic = visibility === "public";
  const turn = (isOn: boolean) =>
    updateReport(
      report,
      { visibility: isOn ? "public" : "private" },
      isOn ? t`Everybody sees ${name} now` : t`${name} is yours alone`,
    );
  return (
    <Side icon={Bookmark} kind={t`Saved report`} label={name} close={close}>
      <div className="side-head">
        <div>
          <h2 className="t15 w2">
            <EditedLine
              className="inp bare"
              label={t`Name`}
              value={name}
              isNeeded
              maxLength={200}
              save={(text) => updateReport(report, { name: text }, t`The report is called ${text} now`)}
            />
          </h2>
        </div>
      </div>
      <Section>
        <KeyValue of={t`What it is for`}>
          <EditedLine
            label={t`What it is for`}
            placeholder={t`A sentence, or nothing`}
            value={description ?? ""}
            maxLength={2000}
            save={(text) => updateReport(report, { description: text || null }, t`The report ${name} is changed`)}
          />
        </KeyValue>
        {mayShare && (
          <KeyValue of={t`Everybody sees it`}>
            <Switch label={t`Everybody sees it`} isOn={isPublic} onChange={(isOn) => void turn(isOn)}>
              {isPublic ? t`yes` : visibility === "shared" ? t`only some people` : t`only you`}
            </Switch>
          </KeyValue>
        )}
        {visibility === "shared" && (
          <KeyValue of={t`Shared with`}>
            {shared_with_users.map(({ display_name }) => display_name).join(", ")}
          </KeyValue>
        )}
      </Section>
      <Section>
        <Button className="verb" writes onPress={async () => (await deleteReport(report)) && close()}>
          <Trans>Delete</Trans>
        </Button>
      </Section>
    </Side>
  );
}
