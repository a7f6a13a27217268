/** The right side of the login: what the product is about, and what the administrator has written. */
import { Trans } from "@lingui/react/macro";
import { Fact } from "../../gate/gate";
import { LayerList } from "../../gate/layer-list";
import type { Schemas } from "../../server/client";

/** Shows the subject of the product. Nothing of it comes from the landscape, which nobody sees before the login. */
export function LandscapeFacts({ settings }: { settings: Schemas["Bootstrap"] }) {
  return (
    <>
      <h2 className="t15 w2 facts-title">
        <Trans>What runs here, who owns it, what it costs, when it ends</Trans>
      </h2>
      {!settings.login_tagline_hidden && settings.login_tagline && (
        <p className="c2 facts-tagline">{settings.login_tagline}</p>
      )}
      <LayerList />
      <Help settings={settings} />
    </>
  );
}

function Help({ settings: { login_help_text, login_help_link } }: { settings: Schemas["Bootstrap"] }) {
  if (!login_help_text && !login_help_link) return null;
  const href = /^[^\s@:]+@/.test(login_help_link) ? `mailto:${login_help_link}` : login_help_link;
  return (
    <Fact of={<Trans>Questions</Trans>}>
      {login_help_text}{" "}
      {login_help_link && (
        <a className="lk" href={href}>
          <Trans>help page</Trans>
        </a>
      )}
    </Fact>
  );
}
