/** The switch that lets assistants connect, and the address that people paste into them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { cache } from "../../server/queries";
import { Copied } from "../../ui/copied";
import { Failed } from "../../ui/states";
import { Subject } from "../../ui/subject";
import { Switch } from "../../ui/switch";
import { mcpQuery, turn } from "./queries";
import { SettingRow } from "./subject";

/** Shows the switch of the MCP server. */
export function AssistantSettings() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(mcpQuery);
  const name = t`Assistants may connect`;
  const set = async (isOn: boolean) => {
    await turn(name, "/api/v1/settings/mcp", isOn);
    await cache.invalidateQueries({ queryKey: mcpQuery.queryKey });
  };
  return (
    <Subject
      id="assistants"
      title={t`Assistants`}
      help={t`Claude, ChatGPT, Copilot and others work with the landscape, each in the name of a person and never with more than that person's rights.`}
    >
      {error && <Failed error={error} retry={refetch} />}
      {data && (
        <SettingRow name={name} remark={<Trans>What they change, they show before, and it can be undone</Trans>}>
          <Switch label={name} isOn={data.enabled} onChange={(isOn) => void set(isOn)}>
            {data.enabled ? t`On` : t`Off`}
          </Switch>
        </SettingRow>
      )}
      {data?.enabled && (
        <SettingRow name={t`Address to paste`} remark={<Trans>By the Model Context Protocol (MCP)</Trans>}>
          <Copied text={`${location.origin}/mcp`} label={t`Copy the address`} />
        </SettingRow>
      )}
    </Subject>
  );
}
