/** The images of the branding: chosen, shown as they are, and taken away. */
import { Trans, useLingui } from "@lingui/react/macro";
import { changeImage, type ImageName, useImage } from "../../server/images";
import { Button } from "../../ui/button";
import { FileChoice } from "../../ui/file-choice";
import { SettingRow } from "./subject";

/** Shows an image of the installation. @param props.label what it is called */
export function ImageSetting({ name, label }: { name: ImageName; label: string }) {
  const { t } = useLingui();
  const address = useImage(name);
  const change = (file?: File) => void changeImage(t`Saved: ${label}`, name, file, address !== undefined);
  return (
    <SettingRow name={label} remark={address ? undefined : t`Stoa's own; PNG, JPEG, WebP or GIF, 2 MB at most`}>
      {address && <img className="setting-image" src={address} alt={label} />}
      <FileChoice label={t`Choose: ${label}`} accept="image/png,image/jpeg,image/webp,image/gif" choose={change}>
        <Trans>Choose…</Trans>
      </FileChoice>
      {address && (
        <Button writes onPress={() => change()} aria-label={t`Remove: ${label}`}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </SettingRow>
  );
}
