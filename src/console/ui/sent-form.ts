/** The state of a form that is sent once: what is wrong with it, and while it is being sent. */
import { type FormEvent, useState } from "react";
import { asRefusal, type Refusal } from "../server/refusal";

/**
 * Sends a form.
 * @param send sends it; what it throws is the refusal that is shown
 */
export function useForm(send: () => Promise<unknown>): {
  isSending: boolean;
  refusal: Refusal | undefined;
  onSubmit: (event: FormEvent) => void;
} {
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const submit = async () => {
    setSending(true);
    setRefusal(undefined);
    try {
      await send();
    } catch (error) {
      setRefusal(asRefusal(error));
    } finally {
      setSending(false);
    }
  };
  return {
    isSending,
    refusal,
    onSubmit(event) {
      event.preventDefault();
      if (!isSending) void submit();
    },
  };
}
