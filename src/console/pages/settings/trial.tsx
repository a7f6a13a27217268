/** A test of a setting, whose answer stays next to its button. */
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { time } from "../../language/format";
import { asRefusal } from "../../server/refusal";
import { Button } from "../../ui/button";
import { Status } from "../../ui/signs";

type TrialProps<A> = {
  icon: LucideIcon;
  verb: string;
  /** Sends the request that tests the setting. */
  send: () => Promise<A>;
  /** Returns the sentence about a test that went well. @param at the time of day of the test */
  sentence: (answer: A, at: string) => string;
};

/** Shows the button of a test; what the server answers stays, with its time. */
export function Trial<A>({ icon, verb, send, sentence }: TrialProps<A>) {
  const { t } = useLingui();
  const test = useMutation({ mutationFn: send });
  const at = time(test.submittedAt);
  return (
    <>
      <Button look="line" icon={icon} isDisabled={test.isPending} onPress={() => test.mutate()}>
        {verb}
      </Button>
      <span role="status">
        {test.data !== undefined && <Status tone="good">{sentence(test.data, at)}</Status>}
        {test.error && (
          <span className="callout">
            <Status tone="bad" title={t`Refused`} />
            <span>{t`Refused at ${at}: ${asRefusal(test.error).message}`}</span>
          </span>
        )}
      </span>
    </>
  );
}
