/** The dialog that asks once more before something that can't be taken back: the one place where a modal is right. */
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button";
import { Field } from "./field";
import { Form } from "./form";

type QuestionProps = {
  question: string;
  /** The consequences, in a sentence or two. */
  children: ReactNode;
  icon: LucideIcon;
  verb: string;
  /** The word of the button that leaves everything as it is. */
  leave: string;
  /** The text without which the verb can't be pressed, where much is destroyed, and the name of its field. */
  typed?: { label: string; text: string };
  run: () => unknown;
};

type AskProps = QuestionProps & { label: string; isOpen: boolean; ask: (isOpen: boolean) => void };

/** Shows the dialog. Esc, and a press outside, leave everything as it is. */
export function AskDialog({ label, isOpen, ask, ...question }: AskProps) {
  return (
    <ModalOverlay className="ask-over" isOpen={isOpen} onOpenChange={ask} isDismissable>
      <Modal className="pop ask">
        <Dialog aria-label={label} role="alertdialog">
          <Question {...question} close={() => ask(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Question({ question, children, icon, verb, leave, typed, run, close }: QuestionProps & { close: () => void }) {
  const [text, setText] = useState("");
  const isReady = typed === undefined || text.trim() === typed.text;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        close();
        void run();
      }}
    >
      <h2 className="t15 w2">{question}</h2>
      <div className="c2">{children}</div>
      {typed && <Field label={typed.label} value={text} onChange={setText} autoComplete="off" autoFocus />}
      <div className="ask-verbs">
        <Button look={typed ? "bad" : "pri"} type="submit" icon={icon} isDisabled={!isReady} autoFocus={!typed}>
          {verb}
        </Button>
        <Button look="line" onPress={close}>
          {leave}
        </Button>
      </div>
    </Form>
  );
}
