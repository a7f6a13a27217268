/** The form for a new initiative: its name. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useCommands } from "../../commands/command";
import { useGo } from "../../navigation/link";
import { createInitiative } from "../../projects/changes";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Popup } from "../../ui/popup";

type NewProps = { isOpen: boolean; open: (isOpen: boolean) => void };

/** Shows the button, and the form that it opens. */
export function NewInitiative({ isOpen, open }: NewProps) {
  const { t } = useLingui();
  useCommands([{ id: "project.new", label: t`New initiative`, icon: Plus, keys: ["n"], run: () => open(true) }]);
  return (
    <Popup
      label={t`New initiative`}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button look="pri" icon={Plus}>
          <Trans>Initiative</Trans>
        </Button>
      }
    >
      {(close) => <NewForm close={close} />}
    </Popup>
  );
}

function NewForm({ close }: { close: () => void }) {
  const { t } = useLingui();
  const go = useGo();
  const [name, setName] = useState("");
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    const id = await createInitiative(name.trim());
    if (id === undefined) return;
    close();
    go({ to: "/ppm/$id", params: { id } });
  };
  return (
    <Form className="popup-form" onSubmit={(event) => void make(event)}>
      <Field label={t`Name`} value={name} onChange={setName} autoFocus />
      <Button look="pri" type="submit" isDisabled={name.trim() === ""}>
        <Trans>Make it</Trans>
      </Button>
    </Form>
  );
}
