/** The verb that begins a document: its name, and then one writes. */
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { DialogTrigger, Popover } from "react-aria-components";
import { useCommands } from "../commands/command";
import { Button } from "../ui/button";
import { NameForm } from "../ui/name-form";

type BeginProps = {
  /** The name of the command, as in "New decision". */
  command: string;
  /** The label of the field. */
  field: string;
  verb: string;
  children: ReactNode;
  isOpen: boolean;
  open: (isOpen: boolean) => void;
  begin: (name: string) => unknown;
};

/** Shows the button; N does the same. */
export function Begin({ command, field, verb, children, isOpen, open, begin }: BeginProps) {
  useCommands([{ id: "document.begin", label: command, icon: Plus, keys: ["n"], run: () => open(true) }]);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={open}>
      <Button look="pri" icon={Plus} aria-label={command}>
        {children}
      </Button>
      <Popover className="pop" offset={4}>
        <NameForm
          label={field}
          verb={verb}
          submit={(name) => {
            open(false);
            void begin(name);
          }}
        />
      </Popover>
    </DialogTrigger>
  );
}
