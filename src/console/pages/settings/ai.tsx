/** The language model that suggests and explains, with a test; nothing is sent anywhere while it is off. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { answered, api } from "../../server/client";
import { Choice } from "../../ui/choice";
import { Status } from "../../ui/signs";
import { Failed, LoadingRows } from "../../ui/states";
import { Subject } from "../../ui/subject";
import { Switch } from "../../ui/switch";
import { type Ai, aiQuery, saveAmong } from "./queries";
import { Line, SettingRow } from "./subject";
import { Trial } from "./trial";

const PROVIDERS = { ollama: "Ollama", openai: "OpenAI", azure_openai: "Azure OpenAI", anthropic: "Anthropic" };

/** Shows the settings of the language model. */
export function AiSettings() {
  const { t } = useLingui();
  const { data: ai, error, refetch } = useQuery(aiQuery);
  return (
    <Subject
      id="ai"
      title={t`Language model`}
      help={t`Suggests descriptions and explains figures. While it is off, nothing leaves the server for it.`}
    >
      {error && <Failed error={error} retry={refetch} />}
      {!ai && !error && <LoadingRows rows={3} />}
      {ai && <AiRows ai={ai} />}
    </Subject>
  );
}

function AiRows({ ai }: { ai: Ai }) {
  const { t } = useLingui();
  const save = (name: string, changes: Partial<Ai>) =>
    saveAmong(name, aiQuery, changes, (body) => api.PATCH("/api/v1/settings/ai", { body }));
  const isLocal = ai.provider_type === "ollama";
  return (
    <>
      <SettingRow name={t`Language model`}>
        <Switch isOn={ai.enabled} onChange={(enabled) => void save(t`Language model`, { enabled })}>
          {ai.enabled ? t`On` : t`Off`}
        </Switch>
      </SettingRow>
      <SettingRow name={t`Provider of the model`}>
        <Choice
          label={t`Provider of the model`}
          width={240}
          value={ai.provider_type}
          options={Object.entries(PROVIDERS).map(([value, label]) => ({ value, label }))}
          onChange={(provider_type) => void save(t`Provider of the model`, { provider_type })}
        />
        {!isLocal && <Status tone="warn">{t`texts of cards leave for this provider`}</Status>}
      </SettingRow>
      <SettingRow name={t`Address of the model`}>
        <Line
          name={t`Address of the model`}
          width={320}
          placeholder={isLocal ? "http://localhost:11434" : "https://"}
          value={ai.provider_url}
          save={(provider_url) => save(t`Address of the model`, { provider_url })}
        />
      </SettingRow>
      {!isLocal && (
        <SettingRow name={t`Key`}>
          <Line name={t`Key`} type="password" value={ai.api_key} save={(api_key) => save(t`Key`, { api_key })} />
        </SettingRow>
      )}
      <SettingRow name={t`Model`}>
        <Line name={t`Model`} value={ai.model} save={(model) => save(t`Model`, { model })} />
      </SettingRow>
      <SettingRow name={t`Insights into the portfolio`}>
        <Switch
          label={t`Insights into the portfolio`}
          isOn={ai.portfolio_insights_enabled}
          onChange={(portfolio_insights_enabled) =>
            void save(t`Insights into the portfolio`, { portfolio_insights_enabled })
          }
        >
          {ai.portfolio_insights_enabled ? t`On` : t`Off`}
        </Switch>
      </SettingRow>
      <SettingRow name={t`Test of the model`}>
        <Trial
          icon={Sparkles}
          verb={t`Ask the provider`}
          send={() => answered(api.POST("/api/v1/settings/ai/test"))}
          sentence={({ available_models, model_found }, at) =>
            model_found || ai.model === ""
              ? t`It answered at ${at}, and has ${available_models.length} models`
              : t`It answered at ${at}, and doesn't have the model ${ai.model}`
          }
        />
      </SettingRow>
    </>
  );
}
