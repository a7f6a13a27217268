/** The second step of the first run: the landscape to start with. */
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { Fact, Gate } from "../../gate/gate";
import { LayerList } from "../../gate/layer-list";
import { useGo } from "../../navigation/link";
import { answered, api } from "../../server/client";
import { cache } from "../../server/queries";
import { Button } from "../../ui/button";
import { FileChoice } from "../../ui/file-choice";
import { Form } from "../../ui/form";
import { Icon } from "../../ui/icon";
import { useForm } from "../../ui/sent-form";
import { ArchiveFacts, useArchive } from "./archive";
import { Spreadsheet } from "./spreadsheet";

/** Shows the choice of a landscape. @param name of the administrator @param email of the administrator */
export function LandscapeStep({ name, email }: { name: string; email: string }) {
  const { t } = useLingui();
  const go = useGo();
  const [choice, choose] = useState("demo");
  const archive = useArchive();
  const { transfer } = archive;
  const begin = async () => {
    await cache.invalidateQueries();
    go({ to: "/", replace: true });
  };
  const form = useForm(async () => {
    if (choice === "archive" && transfer?.status === "previewed") return archive.apply();
    if (choice === "demo") await answered(api.POST("/api/v1/demo"));
    return begin();
  });
  const isSending = form.isSending || archive.isBusy;
  const refusal = choice === "archive" ? archive.refusal : form.refusal;
  const words: Record<string, ReactNode> = {
    demo: <Trans>Load the demo landscape</Trans>,
    archive: transfer?.status === "applied" ? <Trans>Begin</Trans> : <Trans>Load the archive</Trans>,
    nothing: <Trans>Begin</Trans>,
  };
  const isReady = choice !== "archive" || transfer?.status === "previewed" || transfer?.status === "applied";
  const facts: Record<string, ReactNode> = {
    demo: <DemoFacts />,
    archive: transfer && <ArchiveFacts transfer={transfer} />,
    spreadsheet: <TypesFacts />,
    nothing: <TypesFacts />,
  };
  return (
    <Gate brand="Stoa" facts={facts[choice]}>
      <div className="fm wide">
        <p className="c3 t12">
          <Trans>Step 2 of 2</Trans>
        </p>
        <h1 className="t20">
          <Trans>What do you want to start with?</Trans>
        </h1>
        <p className="c2 who-administers">
          <span className="st good">
            <Icon of={CircleCheck} size={14} />
          </span>
          <Trans>{name} administers this server</Trans> <span className="c3 t12">{email}</span>
        </p>
        <Form onSubmit={form.onSubmit}>
          <RadioGroup
            aria-label={t`The landscape to start with`}
            value={choice}
            onChange={choose}
            isDisabled={isSending}
          >
            <Pick
              value="demo"
              title={t`The demo landscape`}
              remark={t`some seconds`}
              text={t`Merrowdale Foods, a maker of frozen food with three plants: cards, relations, projects, risks and decisions. Good for an hour of looking around.`}
            />
            <Pick
              value="spreadsheet"
              title={t`A spreadsheet`}
              remark={t`paste, Excel, CSV`}
              text={t`Paste from a spreadsheet, or choose an Excel or CSV file. You see what would be made before anything is written.`}
            />
            {choice === "spreadsheet" && <Spreadsheet />}
            <Pick
              value="archive"
              title={t`Another installation`}
              remark={t`archive`}
              text={t`The archive that another installation of Stoa has exported: metamodel, cards, relations and all that belongs to them.`}
            />
            {choice === "archive" && <ArchiveFile archive={archive} />}
            <Pick
              value="nothing"
              title={t`Nothing`}
              text={t`The metamodel with its types, and no card. You make the first one.`}
            />
          </RadioGroup>
          {words[choice] && (
            <p className="gate-callout">
              <Button type="submit" look="pri" big keys="enter" isDisabled={isSending || !isReady}>
                {words[choice]}
              </Button>
            </p>
          )}
          {refusal && (
            <p className="fld-error" role="alert">
              {refusal.status === 0 ? <Trans>The server can't be reached.</Trans> : refusal.message}{" "}
              {transfer?.diff ? (
                <Trans>What was written so far is one batch, which Activity undoes.</Trans>
              ) : (
                <Trans>Nothing was written.</Trans>
              )}
            </p>
          )}
        </Form>
      </div>
    </Gate>
  );
}

/** Shows the chooser of an archive, and what the server does with it. */
function ArchiveFile({ archive: { choose, isBusy, transfer } }: { archive: ReturnType<typeof useArchive> }) {
  const { t } = useLingui();
  return (
    <div className="pick-more">
      <FileChoice label={t`Archive`} accept=".zip,application/zip" isDisabled={isBusy} choose={choose}>
        <Trans>Choose an archive</Trans>
      </FileChoice>
      {isBusy && (
        <p className="t12 c2" role="status">
          {transfer?.status === "applying" ? <Trans>It is being loaded.</Trans> : <Trans>It is being read.</Trans>}
        </p>
      )}
      {transfer?.status === "applied" && (
        <p className="t12 c2" role="status">
          <Trans>It is loaded.</Trans>
        </p>
      )}
    </div>
  );
}

function Pick({ value, title, remark, text }: { value: string; title: string; remark?: string; text: string }) {
  return (
    <Radio value={value} className={({ isSelected }) => (isSelected ? "pick sel" : "pick")}>
      <span className="rad" />
      <span className="w2">{title}</span>
      <span className="c3 t12">{remark}</span>
      <span className="s">{text}</span>
    </Radio>
  );
}

/** Shows the types that cards can have. */
function TypesFacts() {
  return (
    <>
      <h2 className="t15 w2 facts-title">
        <Trans>The types that are there</Trans>
      </h2>
      <LayerList />
    </>
  );
}

function DemoFacts() {
  return (
    <>
      <p className="c3 t12">
        <Trans>What you get</Trans>
      </p>
      <h2 className="t15 w2 facts-title">Merrowdale Foods</h2>
      <LayerList />
      <Fact of={<Trans>And with them</Trans>}>
        <Trans>
          projects, risks with tasks, decisions, process flows, surveys, a history of two years and the people in it
        </Trans>
      </Fact>
    </>
  );
}
