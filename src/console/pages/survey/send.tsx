/** Sending a survey: the button says to how many; ⌘↵ does the same. */
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Send } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../commands/command";
import { number } from "../../language/format";
import { useGo } from "../../navigation/link";
import { sendSurvey } from "../../surveys/changes";
import type { Audience, Survey } from "../../surveys/queries";
import { AskDialog } from "../../ui/ask-dialog";
import { Button } from "../../ui/button";

type SendProps = { survey: Survey; audience: Audience | undefined };

/** Gives what is missing before a survey can be sent; undefined when nothing is. */
function useMissing({ survey, audience }: SendProps): string | undefined {
  const { t } = useLingui();
  if (survey.fields.length === 0) return t`Nothing is asked yet`;
  if (survey.target_roles.length === 0) return t`No role is chosen yet`;
  return audience && audience.people === 0 ? t`Nobody is asked like this` : undefined;
}

/** Shows the button. Sending can't be undone, and is asked about once more. */
export function SendButton({ survey, audience }: SendProps) {
  const { t } = useLingui();
  const go = useGo();
  const missing = useMissing({ survey, audience });
  const [isAsking, ask] = useState(false);
  const people = audience?.people ?? 0;
  const mayBeSent = missing === undefined && audience !== undefined;
  useCommands([
    { id: "survey.send", label: t`Send`, icon: Send, keys: ["mod+enter"], when: () => mayBeSent, run: () => ask(true) },
  ]);
  const send = async () => {
    if (await sendSurvey(survey)) go({ to: "/surveys/$id/results", params: { id: survey.id } });
  };
  const count = audience?.responses ?? 0;
  return (
    <>
      {missing && <span className="c3 t12 desk-only">{missing}</span>}
      <Button look="pri" icon={Send} isDisabled={!mayBeSent} onPress={() => ask(true)}>
        {people > 0 ? plural(people, { one: "Send to # person", other: "Send to # people" }) : t`Send`}
      </Button>
      <AskDialog
        label={t`Send the survey`}
        isOpen={isAsking}
        ask={ask}
        question={plural(people, { one: "Ask # person now?", other: "Ask # people now?" })}
        icon={Send}
        verb={t`Send it`}
        leave={t`Not yet`}
        run={send}
      >
        {t`Each gets a notification for each of their cards: ${number(count)} altogether. It can't be taken back, and the questions can't be changed afterwards.`}
      </AskDialog>
    </>
  );
}
