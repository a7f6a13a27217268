/** Leads from a saved report to the page that shows it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { addressOf, placeIn, savedReportQuery } from "../../reports/queries";
import { PageFrame } from "../../ui/bars";
import { Empty, Failed, LoadingRows } from "../../ui/states";
import { savedReport } from "./page";

export default function SavedReportPage() {
  const { t } = useLingui();
  const { id } = savedReport.useParams();
  const { data: report, error, refetch } = useQuery(savedReportQuery(id));
  const address = report && addressOf(report.report_type);
  return (
    <PageFrame title={report?.name ?? t`Saved report`}>
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : address ? (
        <Navigate to={address as never} {...(placeIn(report.config) as object)} replace />
      ) : !report ? (
        <LoadingRows />
      ) : (
        <Empty title={t`There is no such report here`}>
          <Trans>It is of a kind that this console doesn't know.</Trans>
        </Empty>
      )}
    </PageFrame>
  );
}
