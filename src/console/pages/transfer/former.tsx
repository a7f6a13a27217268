/** Former transfers, of both kinds, newest first. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet, Package } from "lucide-react";
import { fromNow } from "../../language/format";
import { Link } from "../../navigation/link";
import { useMay } from "../../server/session";
import { type Bundle, bundlesQuery, type Migration, migrationsQuery } from "../../transfer/queries";
import { Icon } from "../../ui/icon";
import { Rows } from "../../ui/rows";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";

const COLUMNS = "minmax(160px,1fr) 180px 150px 140px";

type Former = {
  id: string;
  name: string;
  status: Migration["status"] | Bundle["status"];
  at: string;
  isBundle: boolean;
};

/** Gives what has been brought in, as far as the account may see it. */
function useFormer() {
  const seesBundles = useMay("admin.import_workspace");
  const migrations = useQuery(migrationsQuery);
  const bundles = useQuery({ ...bundlesQuery, enabled: seesBundles });
  const former: Former[] = [
    ...(migrations.data ?? []).map(({ id, name, status, created_at }) => ({
      id,
      name,
      status,
      at: created_at,
      isBundle: false,
    })),
    ...(bundles.data ?? []).map(({ id, filename, status, created_at }) => ({
      id,
      name: filename,
      status,
      at: created_at ?? "",
      isBundle: true,
    })),
  ];
  return {
    former: former.sort((one, other) => (one.at < other.at ? 1 : -1)),
    isLoading: migrations.isLoading || bundles.isLoading,
    error: migrations.error ?? bundles.error,
    retry: () => Promise.all([migrations.refetch(), bundles.refetch()]),
  };
}

/** Shows the list; nothing when there is nothing in it. */
export function FormerTransfers() {
  const { t } = useLingui();
  const { former, isLoading, error, retry } = useFormer();
  if (error) return <Failed error={error} retry={retry} />;
  if (isLoading) return <LoadingRows rows={4} />;
  if (former.length === 0) return null;
  return (
    <section className="admin-list former" aria-label={t`Before`}>
      <div className="gsec">
        <b>{t`Before`}</b>
        <span className="c3 num">{former.length}</span>
      </div>
      <Rows label={t`Before`} items={former} keyOf={({ id }) => id} columns={COLUMNS}>
        {({ id, name, status, at, isBundle }) => (
          <>
            <div>
              <Icon of={isBundle ? Package : FileSpreadsheet} size={14} className="c3" />
              <Link
                to="/admin/transfer"
                search={isBundle ? { bundle: id } : { migration: id }}
                className="row-main lk trunc"
              >
                {name}
              </Link>
            </div>
            <div className="c2 trunc">{isBundle ? t`Archive of an installation` : t`Workbook of another tool`}</div>
            <div>
              <TransferState status={status} />
            </div>
            <div className="c2">{fromNow(at)}</div>
          </>
        )}
      </Rows>
    </section>
  );
}

function TransferState({ status }: { status: Former["status"] }) {
  const { t } = useLingui();
  if (status === "applied") return <span className="c2">{t`Written`}</span>;
  if (status === "failed") return <Status tone="bad">{t`Failed`}</Status>;
  if (status === "applying") return <Status tone="info">{t`Is being written`}</Status>;
  if (status === "uploaded" || status === "parsing") return <Status tone="info">{t`Is being read`}</Status>;
  return <Status tone="mut">{t`Waits at the preview`}</Status>;
}
