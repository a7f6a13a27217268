/** A text to be pasted elsewhere: selected with one press, and copied with a button where the browser allows it. */
import { Trans } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./button";

/** Shows the text. @param props.label of the button, as in "Copy the address" */
export function Copied({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <span className="copied">
      <code className="command">{text}</code>
      {"clipboard" in navigator && <IconButton icon={Copy} size={14} label={label} onPress={() => void copy()} />}
      <span role="status" className="aloud">
        {isCopied && <Trans>It is copied</Trans>}
      </span>
    </span>
  );
}
