/** The archive of another installation: uploaded, previewed by the server, and only then applied. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Fact } from "../../gate/gate";
import { number } from "../../language/format";
import { asRefusal, Refusal } from "../../server/refusal";
import { applyBundle, uploadBundle } from "../../transfer/changes";
import { type Bundle, bundleQuery, isWorkedOn, PACE } from "../../transfer/queries";

/** Gives an archive that was chosen: its transfer, why it can't be used, and what begins it. */
export function useArchive() {
  const [id, setId] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSending, setSending] = useState(false);
  const { data: transfer } = useQuery({
    ...bundleQuery(id ?? ""),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !isWorkedOn(state.data) ? false : PACE),
  });
  const { refetch } = useQuery({ ...bundleQuery(id ?? ""), enabled: false });
  const tries = async (send: () => Promise<Bundle>) => {
    setSending(true);
    setRefusal(undefined);
    try {
      setId((await send()).id);
    } catch (error) {
      setRefusal(asRefusal(error));
    } finally {
      setSending(false);
    }
  };
  return {
    transfer,
    isBusy: isSending || (transfer !== undefined && isWorkedOn(transfer)),
    refusal: refusal ?? (transfer?.status === "failed" ? new Refusal(400, transfer.error_message ?? "") : undefined),
    choose: (file: File) => void tries(() => uploadBundle(file)),
    apply: async () => {
      if (!id) return;
      await tries(() => applyBundle(id));
      await refetch();
    },
  };
}

/** Shows what applying an archive would bring, and what is left out. */
export function ArchiveFacts({ transfer }: { transfer: Bundle }) {
  const report = transfer.result ?? transfer.diff;
  if (!report) return null;
  const sections = report.sections.filter(({ created, updated }) => created + updated > 0);
  const problems = report.sections.flatMap(({ sheet, errors }) => errors.map((error) => `${sheet}: ${error}`));
  return (
    <>
      <p className="c3 t12">
        <Trans>What you get</Trans>
      </p>
      <h2 className="t15 w2 facts-title">{transfer.filename}</h2>
      {sections.map(({ sheet, created, updated }) => (
        <Fact key={sheet} of={sheet}>
          <span className="num">{number(created + updated)}</span>
        </Fact>
      ))}
      {problems.length > 0 && (
        <Fact of={<Trans>Left out</Trans>}>
          {problems.slice(0, 5).join("; ")}
          {problems.length > 5 && <span className="c3"> +{problems.length - 5}</span>}
        </Fact>
      )}
    </>
  );
}
