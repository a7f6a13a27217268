/** The source of the life cycles: named in the head, and replaced there by an administrator. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Database } from "lucide-react";
import { deleteSource, uploadSource } from "../../eol/changes";
import { sourceQuery } from "../../eol/queries";
import { day, number } from "../../language/format";
import { useMay } from "../../server/session";
import { Button } from "../../ui/button";
import { FileChoice } from "../../ui/file-choice";
import { Popup } from "../../ui/popup";
import { AskingVerb } from "../../ui/side";

/** Shows the source; nothing until it is known. */
export function Source() {
  const { t } = useLingui();
  const mayReplace = useMay("admin.settings");
  const { data: source } = useQuery(sourceQuery);
  if (!source) return null;
  const words = t`${number(source.products)} products as of ${day(source.date)}`;
  const origins = {
    "built-in": t`They come with Stoa.`,
    upstream: t`They are fetched every day.`,
    upload: t`They were uploaded, and answer alone.`,
  };
  if (!mayReplace)
    return (
      <span className="c3 t12 desk-only" title={origins[source.origin]}>
        {words}
      </span>
    );
  return (
    <Popup
      label={t`Where the life cycles come from`}
      trigger={
        <Button look="line" icon={Database}>
          <span className="word">{words}</span>
        </Button>
      }
    >
      {() => (
        <div className="popup-form eol-source">
          <p>
            {words}. {origins[source.origin]}
          </p>
          <p className="c2 t12">
            <Trans>Where there is no network, a file with products and their cycles answers in their place.</Trans>
          </p>
          <FileChoice label={t`Life cycles as JSON`} accept=".json" choose={(file) => void uploadSource(file)}>
            <Trans>Upload life cycles</Trans>
          </FileChoice>
          {source.origin !== "built-in" && (
            <AskingVerb
              verb={t`Return to those of Stoa`}
              question={t`Use the life cycles that come with Stoa?`}
              run={deleteSource}
            />
          )}
        </div>
      )}
    </Popup>
  );
}
