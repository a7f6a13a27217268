/** A form for one name, in a panel that floats. */
import { useState } from "react";
import { Dialog } from "react-aria-components";
import { Button } from "./button";
import { Field } from "./field";

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
