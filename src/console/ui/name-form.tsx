/** A form for one name, in a panel that floats. */
import { type ReactElement, useState } from "react";
import { Dialog } from "react-aria-components";
import { Button } from "./button";
import { Field } from "./field";
import { Popup } from "./popup";

/** Shows a form for one name. @param verb the word of its button @param submit is called with the name, which isn't empty */
export function NameForm({ label, verb, submit }: { label: string; verb: string; submit: (name: string) => void }) {
  const [name, setName] = useState("");
  return (
    <Dialog aria-label={label} className="name-form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") submit(name.trim());
        }}
      >
        <Field label={label} value={name} onChange={setName} autoFocus />
        <Button look="pri" type="submit" isDisabled={name.trim() === ""}>
          {verb}
        </Button>
      </form>
    </Dialog>
  );
}

type NamePopupProps = {
  /** The name of the panel, as in "New type". */
  label: string;
  trigger: ReactElement;
  /** The label of the field. */
  field: string;
  verb: string;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Makes it; the panel stays open when it returns false, as after a refusal. */
  make: (name: string) => unknown;
};

/** Shows a button that asks for a name and makes something of this name. */
export function NamePopup({ field, verb, make, ...popup }: NamePopupProps) {
  return (
    <Popup {...popup}>
      {(close) => (
        <NameForm label={field} verb={verb} submit={async (name) => (await make(name)) !== false && close()} />
      )}
    </Popup>
  );
}
