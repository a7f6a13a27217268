/** Transfer: the workbook of another tool or the archive of another installation is brought in, and everything is taken out. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { useState } from "react";
import { useGo } from "../../navigation/link";
import { toast } from "../../server/changes";
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";
import { asRefusal } from "../../server/refusal";
import { enteredScenario } from "../../server/scenario";
import { useMay } from "../../server/session";
import { uploadBundle, uploadWorkbook } from "../../transfer/changes";
import { PageFrame } from "../../ui/bars";
import { Button } from "../../ui/button";
import { download } from "../../ui/export-menu";
import { FileChoice } from "../../ui/file-choice";
import { Switch } from "../../ui/switch";
import { AdministrationTrail } from "../../ui/trail";
import "../../style/admin.css";
import "../../style/steps.css";
import { BundleView } from "./bundle-view";
import { FormerTransfers } from "./former";
import { MigrationView } from "./migration-view";
import { transfer as page } from "./page";
import "./transfer.css";

const sourcesQuery = query(["transfer", "sources"], [], ({ signal }) =>
  answered(api.GET("/api/v1/migration/sources", { signal })),
);

export default function TransferPage() {
  const { t } = useLingui();
  const { migration, bundle } = page.useSearch();
  const go = useGo();
  return (
    <PageFrame
      label={t`Transfer`}
      title={<AdministrationTrail>{t`Transfer`}</AdministrationTrail>}
      actions={
        (migration || bundle) && (
          <Button look="line" onPress={() => go({ to: "/admin/transfer", search: {} })}>
            <Trans>All transfers</Trans>
          </Button>
        )
      }
    >
      {migration ? (
        <MigrationView key={migration} id={migration} />
      ) : bundle ? (
        <BundleView key={bundle} id={bundle} />
      ) : (
        <Beginning />
      )}
    </PageFrame>
  );
}

/** Shows the ways to begin, and what has been brought in before. */
function Beginning() {
  const { t } = useLingui();
  return (
    <section className="col scroll" aria-label={t`Transfer`}>
      <div className="ways">
        <BringWorkbook />
        <BringBundle />
        <TakeOut />
      </div>
      <FormerTransfers />
    </section>
  );
}

/** Gives a function that sends a file and opens what it has become; true while it is being sent. */
function useSending() {
  const setSearch = page.useSetSearch();
  const [isSending, setSending] = useState(false);
  const send = async (upload: () => Promise<{ id: string }>, kind: "migration" | "bundle") => {
    setSending(true);
    try {
      setSearch({ [kind]: (await upload()).id });
    } catch (error) {
      toast("failed", asRefusal(error).message);
    } finally {
      setSending(false);
    }
  };
  return { isSending, send };
}

function BringWorkbook() {
  const { t } = useLingui();
  const { isSending, send } = useSending();
  const [isWithArchived, setWithArchived] = useState(false);
  const { data: sources = [] } = useQuery(sourcesQuery);
  return sources.map(({ key, label, accepted_extensions }) => (
    <section key={key} className="way" aria-label={label}>
      <h2 className="t15 w2">{t`From ${label}`}</h2>
      <p className="c2">
        <Trans>
          The workbook of a full export. It is read and shown first: what is new, what changes, what is refused and why.
          Nothing is written before you say so, and all of it can be undone.
        </Trans>
      </p>
      <Switch isOn={isWithArchived} onChange={setWithArchived}>
        <Trans>With what is archived there</Trans>
      </Switch>
      <FileChoice
        label={t`Workbook of ${label}`}
        accept={accepted_extensions.join(",")}
        isDisabled={isSending}
        choose={(file) => void send(() => uploadWorkbook(file, key, isWithArchived), "migration")}
      >
        {isSending ? <Trans>It is being sent…</Trans> : <Trans>Choose a workbook</Trans>}
      </FileChoice>
    </section>
  ));
}

function BringBundle() {
  const { t } = useLingui();
  const { isSending, send } = useSending();
  if (!useMay("admin.import_workspace")) return null;
  return (
    <section className="way" aria-label={t`From another installation`}>
      <h2 className="t15 w2">
        <Trans>From another installation</Trans>
      </h2>
      <p className="c2">
        <Trans>
          The archive that an installation has taken out. What exists here is retained; the archive brings at most what
          you could do yourself.
        </Trans>
      </p>
      {enteredScenario && (
        <p className="c2">
          <Trans>Accounts, roles, settings and saved reports are the same in every scenario, and are left out.</Trans>
        </p>
      )}
      <FileChoice
        label={t`Archive of an installation`}
        accept=".zip"
        isDisabled={isSending}
        choose={(file) => void send(() => uploadBundle(file), "bundle")}
      >
        {isSending ? <Trans>It is being sent…</Trans> : <Trans>Choose an archive</Trans>}
      </FileChoice>
    </section>
  );
}

function TakeOut() {
  const { t } = useLingui();
  const [isWithArchived, setWithArchived] = useState(false);
  const seesCosts = useMay("costs.view");
  if (!useMay("admin.export_workspace") || !seesCosts) return null;
  return (
    <section className="way" aria-label={t`Take everything out`}>
      <h2 className="t15 w2">
        <Trans>Take everything out</Trans>
      </h2>
      <p className="c2">
        <Trans>
          The whole workspace as one archive, which another installation can bring in. Passwords and keys stay here.
        </Trans>
      </p>
      <Switch isOn={isWithArchived} onChange={setWithArchived}>
        <Trans>With archived cards</Trans>
      </Switch>
      <Button
        look="line"
        icon={Archive}
        onPress={() => download(`/api/v1/admin/workspace/export?include_archived=${isWithArchived}`)}
      >
        <Trans>Export the workspace</Trans>
      </Button>
    </section>
  );
}
