/** The archive of another installation: its steps, its parts, and the verb of the step. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Play, Trash2 } from "lucide-react";
import { fromNow, number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { toast, tryChange } from "../../server/changes";
import { api } from "../../server/client";
import { asRefusal } from "../../server/refusal";
import { applyBundle } from "../../transfer/changes";
import { type Bundle, bundleQuery, isWorkedOn, PACE } from "../../transfer/queries";
import { Button } from "../../ui/button";
import { Rows } from "../../ui/rows";
import { AskingVerb } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";
import { Progress, Steps } from "../../ui/steps";
import { Count, Heads, Refused } from "./kinds";
import { Totals } from "./totals";

const COLUMNS = "36px minmax(140px,1fr) 76px 76px 76px 76px minmax(120px,1fr)";

/** Shows an archive, and follows it while the server works on it. */
export function BundleView({ id }: { id: string }) {
  const { t } = useLingui();
  const {
    data: bundle,
    error,
    refetch,
  } = useQuery({
    ...bundleQuery(id),
    refetchInterval: ({ state }) => (state.data && isWorkedOn(state.data) ? PACE : false),
  });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!bundle) return <LoadingRows />;
  const report = bundle.result ?? bundle.diff;
  const parts = report?.sections.filter(
    (one) => one.created + one.updated + one.skipped + one.conflict + one.failed > 0,
  );
  return (
    <>
      <section className="col scroll" aria-label={bundle.filename}>
        <BundleSteps bundle={bundle} />
        <Now bundle={bundle} read={refetch} />
        {parts && (
          <section className="admin-list transfer-list" aria-label={t`Parts`}>
            <Heads first={t`Part`} columns={COLUMNS} />
            <Rows label={t`Parts`} items={parts} keyOf={({ sheet }) => sheet} columns={COLUMNS}>
              {(part, at) => (
                <>
                  <div className="c3 num">{at + 1}</div>
                  <div className="trunc">{part.sheet}</div>
                  <div className="r">
                    <Count of={part.created} />
                  </div>
                  <div className="r">
                    <Count of={part.updated} />
                  </div>
                  <div className="r">
                    <Count of={part.skipped} />
                  </div>
                  <div className="r">
                    <Refused count={part.conflict + part.failed} />
                  </div>
                  <div className="c3 t12 trunc" title={part.errors.join("\n")}>
                    {part.errors[0]}
                  </div>
                </>
              )}
            </Rows>
          </section>
        )}
      </section>
      {report && (
        <Totals
          created={report.totals.created}
          changed={report.totals.updated}
          same={report.totals.skipped}
          refused={report.totals.conflict + report.totals.failed}
        />
      )}
    </>
  );
}

function BundleSteps({ bundle }: { bundle: Bundle }) {
  const { t } = useLingui();
  const { status, previewed_at, applied_at, source_url, filename } = bundle;
  const at = status === "applying" ? 3 : applied_at !== null ? 4 : previewed_at !== null ? 2 : 1;
  return (
    <Steps
      label={t`Steps`}
      at={at}
      steps={[
        { name: t`Upload`, remark: filename },
        { name: t`Read`, remark: source_url ?? t`the archive of an installation` },
        { name: t`Preview`, remark: t`what exists here is retained` },
        { name: t`Write`, remark: t`you may leave this page` },
        { name: t`Result`, remark: applied_at ? fromNow(applied_at) : t`what was written` },
      ]}
    />
  );
}

/** Shows the work of the server, or the verbs of the next step. */
function Now({ bundle, read }: { bundle: Bundle; read: () => unknown }) {
  const { t } = useLingui();
  const go = useGo();
  const { id, status, error_message, diff } = bundle;
  if (isWorkedOn(bundle))
    return (
      <Progress
        title={status === "parsing" ? t`Reading the archive` : t`Writing the archive`}
        remark={t`you may leave this page`}
        done={0}
      />
    );
  const total = diff ? diff.totals.created + diff.totals.updated : 0;
  const apply = async () => {
    try {
      await applyBundle(id);
      toast("done", t`${bundle.filename} is being written`);
    } catch (error) {
      toast("failed", asRefusal(error).message);
    }
    read();
  };
  const remove = async () => {
    const send = () =>
      api.DELETE("/api/v1/admin/workspace/import/{transfer_id}", { params: { path: { transfer_id: id } } });
    if (await tryChange({ sentence: t`${bundle.filename} is deleted; what it has written stays`, send }))
      go({ to: "/admin/transfer", search: {} });
  };
  return (
    <div className="transfer-verbs">
      {error_message && <p className="st bad">{error_message}</p>}
      <div className="transfer-verbs-row">
        {status !== "applied" && bundle.previewed_at !== null && (
          <Button look="pri" icon={Play} onPress={() => void apply()}>
            {status === "failed" ? <Trans>Try again</Trans> : t`Write ${number(total)}`}
          </Button>
        )}
        <span className="sp" />
        <AskingVerb
          icon={Trash2}
          verb={t`Delete`}
          question={t`The archive and its preview go; what was written stays.`}
          run={remove}
        />
      </div>
    </div>
  );
}
