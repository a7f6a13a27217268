/** Recovery codes, shown once: copied, downloaded or printed. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Check, Copy, Download, Printer } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button";

type RecoveryCodesProps = { codes: readonly string[]; stored: () => void };

/** Shows the codes until they are stored elsewhere. */
export function RecoveryCodes({ codes, stored }: RecoveryCodesProps) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const count = codes.length;
  return (
    <section className="factor-form" aria-label={t`Recovery codes`}>
      <p className="c2">
        <Plural
          value={count}
          one="With this code you get in when your factor is lost. It is not shown again."
          other="With each of these # codes you get in once when your factor is lost. They are not shown again."
        />
      </p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-verbs">
        {"clipboard" in navigator && (
          <Button look="line" icon={isCopied ? Check : Copy} onPress={() => void copy()}>
            {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        )}
        <a className="btn line" href={`data:text/plain,${encodeURIComponent(text)}`} download="recovery-codes.txt">
          <Download size={14} aria-hidden />
          <Trans>Download</Trans>
        </a>
        <Button look="line" icon={Printer} onPress={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <Button look="pri" onPress={stored}>
          <Trans>I have stored them</Trans>
        </Button>
      </div>
    </section>
  );
}
