/** The second step of the first run: the landscape to start with. */
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useForm } from "../../gate/form";
import { Fact, Gate } from "../../gate/gate";
import { LayerList } from "../../gate/layer-list";
import { useGo } from "../../navigation/link";
import { answered, api } from "../../server/client";
import { cache } from "../../server/queries";
import { Button } from "../../ui/button";
import { Form } from "../../ui/form";
import { Icon } from "../../ui/icon";

/** Shows the choice of a landscape. @param name of the administrator @param email of the administrator */
export function LandscapeStep({ name, email }: { name: string; email: string }) {
  const { t } = useLingui();
  const go = useGo();
  const [choice, choose] = useState("demo");
  const { isSending, refusal, onSubmit } = useForm(async () => {
    if (choice === "demo") await answered(api.POST("/api/v1/demo"));
    await cache.invalidateQueries();
    go({ to: "/", replace: true });
  });
  return (
    <Gate brand="Stoa" facts={choice === "demo" && <DemoFacts />}>
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
        <Form onSubmit={onSubmit}>
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
              value="nothing"
              title={t`Nothing`}
              text={t`The metamodel with its types, and no card. You make the first one.`}
            />
          </RadioGroup>
          <p className="gate-callout">
            <Button type="submit" look="pri" big keys="enter" isDisabled={isSending}>
              {choice === "demo" ? <Trans>Load the demo landscape</Trans> : <Trans>Begin</Trans>}
            </Button>
          </p>
          {refusal && (
            <p className="fld-error" role="alert">
              {refusal.message}
            </p>
          )}
        </Form>
      </div>
    </Gate>
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
