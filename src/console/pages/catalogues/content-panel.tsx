/** Where the content of catalogues comes from, and replacing it: fetched, uploaded, or that of Stoa again. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download, RefreshCw } from "lucide-react";
import { useState } from "react";
import { deleteContent, fetchContent, uploadContent } from "../../catalogues/changes";
import { contentQuery, type Kind, updateQuery } from "../../catalogues/queries";
import { day, number, size } from "../../language/format";
import { Button } from "../../ui/button";
import { FileChoice } from "../../ui/file-choice";
import { Popup } from "../../ui/popup";
import { KeyValue, Section } from "../../ui/section";
import { AskingVerb } from "../../ui/side";
import { Failed, LoadingRows } from "../../ui/states";

/** Shows the button that opens what is known of the content. */
export function Content({ kind, version }: { kind: Kind; version: string | undefined }) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`Where the catalogues come from`}
      trigger={
        <Button look="line" icon={Download}>
          <span className="word">{version ? t`Version ${version}` : t`Content`}</span>
        </Button>
      }
    >
      {() => <Archives kind={kind} />}
    </Popup>
  );
}

function Archives({ kind }: { kind: Kind }) {
  const { t } = useLingui();
  const { data: content, error, refetch } = useQuery(contentQuery);
  const [isAsking, ask] = useState(false);
  const { data: update, isFetching } = useQuery({ ...updateQuery(kind), enabled: isAsking });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!content) return <LoadingRows rows={4} />;
  return (
    <div className="catalogue-content">
      {content.archives.length === 0 && (
        <p className="c2">
          <Trans>These catalogues come with Stoa, in version {content.bundled_version}.</Trans>
        </p>
      )}
      {content.archives.map((archive) => (
        <Section key={archive.id} title={t`Version ${archive.catalogue_version}`} remark={size(archive.size)}>
          <KeyValue of={t`Since`}>{day(archive.created_at)}</KeyValue>
          <KeyValue of={t`Licence`}>{archive.licence}</KeyValue>
          <KeyValue of={t`Entries`}>
            {number(Object.values(archive.entries).reduce((sum, count) => sum + count, 0))}
          </KeyValue>
          <p className="c2 t12">{archive.credit}</p>
          {archive.notice && <p className="c3 t11 catalogue-notice">{archive.notice}</p>}
        </Section>
      ))}
      <Section title={t`Other content`}>
        <div className="catalogue-verbs">
          {update?.update_available ? (
            <Button look="pri" icon={Download} onPress={() => void fetchContent()}>
              {t`Fetch version ${update.remote?.catalogue_version ?? ""}`}
            </Button>
          ) : (
            <Button look="line" icon={RefreshCw} isDisabled={isFetching} onPress={() => ask(true)}>
              <Trans>Look for a newer one</Trans>
            </Button>
          )}
          <FileChoice label={t`Archive of catalogues`} accept=".whl,.zip" choose={(file) => void uploadContent(file)}>
            <Trans>Upload an archive</Trans>
          </FileChoice>
        </div>
        {update && !isFetching && !update.update_available && (
          <p className="c2 t12" role="status">
            {update.error ? t`The package index can't be reached.` : t`This is the newest one.`}
          </p>
        )}
        {content.archives.length > 0 && (
          <AskingVerb
            verb={t`Return to those of Stoa`}
            question={t`Delete this content? Cards that were made of it stay.`}
            run={deleteContent}
          />
        )}
      </Section>
    </div>
  );
}
