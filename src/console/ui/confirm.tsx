/** A verb that asks once more, in its own place. The only window of its own is for what destroys much. */
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button";

type AskAgainProps = {
  /** The verb, as on its button. */
  verb: ReactNode;
  /** Its consequences, in a sentence with counts. */
  consequence: ReactNode;
  run: () => unknown;
  isDisabled?: boolean;
};

/** A button whose first press shows the consequences, and whose second does it. */
export function AskAgain({ verb, consequence, run, isDisabled }: AskAgainProps) {
  const [isAsking, ask] = useState(false);
  if (!isAsking)
    return (
      <Button look="line" isDisabled={isDisabled} onPress={() => ask(true)}>
        {verb} …
      </Button>
    );
  const act = () => {
    ask(false);
    void run();
  };
  return (
    <span className="ask-again">
      <span className="c2 t12">{consequence}</span>
      <Button look="bad" autoFocus onPress={act}>
        {verb}
      </Button>
      <Button onPress={() => ask(false)}>
        <Trans>Leave it</Trans>
      </Button>
    </span>
  );
}

type DestroyProps = AskAgainProps & { title: ReactNode; close: () => void };

/** The window before something that destroys much. @param title what is asked, in a sentence */
export function Destroy({ title, verb, consequence, run, close }: DestroyProps) {
  const act = () => {
    close();
    void run();
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => isOpen || close()} className="veil-over">
      <Modal className="over destroy">
        <Dialog role="alertdialog" className="popup">
          <Heading slot="title" className="t15 w2">
            {title}
          </Heading>
          <p className="c2">{consequence}</p>
          <div className="empty-actions">
            <Button look="line" className="bad" onPress={act}>
              {verb}
            </Button>
            <Button autoFocus onPress={close}>
              <Trans>Leave it</Trans>
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
