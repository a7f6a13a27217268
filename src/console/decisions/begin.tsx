/** The verb that begins a document: its name, and then one writes. */
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useCommands } from "../commands/command";
import { Button } from "../ui/button";
import { NamePopup } from "../ui/name-form";

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
    <NamePopup
      label={command}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={
        <Button look="pri" icon={Plus} aria-label={command}>
          {children}
        </Button>
      }
      field={field}
      verb={verb}
      make={begin}
    />
  );
}
