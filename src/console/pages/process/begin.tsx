/** Nothing is drawn yet: a flow is begun empty, from a file, or from a starter. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FilePen, FileUp, LayoutTemplate } from "lucide-react";
import { useRef } from "react";
import { useGo } from "../../navigation/link";
import { beginFromTemplate } from "../../processes/changes";
import { type FlowHead, templatesQuery } from "../../processes/queries";
import { toast } from "../../server/changes";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { Empty } from "../../ui/states";
import { type ProcessProps, useDraw } from "./versions";

/** The starter of an empty flow. */
const BLANK = "blank";
/** Bytes of a file that the server takes. */
const LARGEST_FILE = 5 * 1024 * 1024;

/** Shows the verbs that begin a flow. @param version one without content, when there is one */
export function NoFlow({ card, flow, version }: ProcessProps & { version?: FlowHead }) {
  return (
    <Empty
      title={<Trans>No flow yet</Trans>}
      actions={flow.can_edit_draft && version?.status !== "pending" && <BeginVerbs card={card} />}
    >
      <Trans>A flow shows the steps of the process, who does them, and what they run on.</Trans>
    </Empty>
  );
}

/** Shows the buttons. */
export function BeginVerbs({ card }: Pick<ProcessProps, "card">) {
  const { t } = useLingui();
  const go = useGo();
  const draw = useDraw(card.id);
  const field = useRef<HTMLInputElement>(null);
  const { data: templates = [] } = useQuery(templatesQuery);
  const begin = async (key: string) => {
    const version = await beginFromTemplate(card.id, key);
    if (version) go({ to: "/bpm/processes/$id/draw/$version", params: { id: card.id, version } });
  };
  const bring = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_FILE) toast("failed", t`${file.name} is larger than 5 MB`);
    else await draw({ bpmn_xml: await file.text() });
  };
  return (
    <>
      <Button look="line" writes icon={FilePen} onPress={() => void begin(BLANK)}>
        <Trans>Draw</Trans>
      </Button>
      <Button look="line" writes icon={FileUp} onPress={() => field.current?.click()}>
        <Trans>Import BPMN</Trans>
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        accept=".bpmn,.xml"
        aria-label={t`File of a flow`}
        onChange={({ target }) => {
          void bring(target.files?.[0]);
          target.value = "";
        }}
      />
      <Menu
        label={t`Start from a template`}
        trigger={<Button look="line" icon={LayoutTemplate}>{t`Start from a template`}</Button>}
        entries={templates
          .filter(({ key }) => key !== BLANK)
          .map(({ key, name }) => ({ id: key, label: name, run: () => begin(key) }))}
      />
    </>
  );
}
