/** The button that leads to an import. */
import { useLingui } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { useCommands } from "../commands/command";
import { Button } from "../ui/button";

/** Shows the button. @param props.id of its command */
export function ImportButton({ id, open }: { id: string; open: () => void }) {
  const { t } = useLingui();
  useCommands([{ id, label: t`Import a file`, icon: Upload, run: open }]);
  return (
    <span className="desk-only">
      <Button icon={Upload} onPress={open}>{t`Import`}</Button>
    </span>
  );
}
