/** Preferences about notifications: kinds as rows, the console and mail as columns; each is saved when it is turned. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  type Channel,
  type Preferences,
  preferenceGroups,
  preferencesQuery,
  savePreference,
} from "../../notifications/preferences";
import { Foot, KeyHint, PageFrame } from "../../ui/bars";
import { Failed, LoadingRows } from "../../ui/states";
import { Switch } from "../../ui/switch";
import { AreaTrail } from "../../ui/trail";
import "../../style/admin.css";
import "./preferences.css";

export default function PreferencesPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(preferencesQuery);
  return (
    <PageFrame
      label={t`What I am notified of`}
      title={
        <AreaTrail area={<Trans>Notifications</Trans>} to="/notifications">
          <Trans>What I am notified of</Trans>
        </AreaTrail>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="scroll" tabIndex={0} aria-label={t`What I am notified of`}>
        {error && <Failed error={error} retry={refetch} />}
        {!data && !error && <LoadingRows rows={10} />}
        {data && <PreferenceTable preferences={data} />}
      </section>
      <Foot>
        <span>
          <Trans>Saved when a switch is turned</Trans>
        </span>
        <span className="sp" />
        <KeyHint keys={["z"]}>
          <Trans>undo</Trans>
        </KeyHint>
      </Foot>
    </PageFrame>
  );
}

function PreferenceTable({ preferences }: { preferences: Preferences }) {
  const { i18n } = useLingui();
  return (
    <table className="preferences">
      <thead>
        <tr>
          <th scope="col">
            <span className="aloud">
              <Trans>What happens</Trans>
            </span>
          </th>
          <th scope="col">
            <Trans>Here</Trans>
          </th>
          <th scope="col">
            <Trans>Mail</Trans>
          </th>
        </tr>
      </thead>
      {preferenceGroups.map(({ title, kinds }) => (
        <tbody key={title.id}>
          <tr className="preferences-group">
            <th scope="rowgroup" colSpan={3}>
              {i18n._(title)}
            </th>
          </tr>
          {Object.entries(kinds)
            .filter(([kind]) => kind in preferences.in_app)
            .map(([kind, name]) => (
              <tr key={kind}>
                <th scope="row">{i18n._(name)}</th>
                {(["in_app", "email"] as const).map((channel) => (
                  <td key={channel}>
                    <PreferenceSwitch preferences={preferences} channel={channel} kind={kind} name={i18n._(name)} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}

type SwitchProps = { preferences: Preferences; channel: Channel; kind: string; name: string };

function PreferenceSwitch({ preferences, channel, kind, name }: SwitchProps) {
  const { t } = useLingui();
  return (
    <Switch
      label={channel === "email" ? t`${name}: by mail` : t`${name}: in the console`}
      isOn={preferences[channel][kind] === true}
      onChange={(isOn) => void savePreference(channel, kind, isOn, name)}
    />
  );
}
