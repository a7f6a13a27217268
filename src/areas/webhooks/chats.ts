/** Sentences as Slack, Microsoft Teams and Mattermost take them. Names in them can neither format nor call anybody. */
import type { Preset } from "./model";
import type { Sentence } from "./sentences";

type Chat = Exclude<Preset, "standard">;

/** Stands between an at sign and a name, so that nobody is called. */
const NOTHING = "\u200b";

/** Escapes what Slack's texts take for more than text. */
const forSlack = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[*_~`@]/g, `$&${NOTHING}`);

/** Escapes what Markdown takes for more than text. */
const forMarkdown = (text: string) =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_{}[\]()#+!|<>~:-]/g, "\\$&")
    .replaceAll("@", `@${NOTHING}`);

const inMarkdown = ({ who, verb, subject, link, details }: Sentence): string =>
  `${forMarkdown(who)} ${verb} [${forMarkdown(subject)}](${link})${details && ` · ${forMarkdown(details)}`}`;

const inSlack = ({ who, verb, subject, link, details }: Sentence): string =>
  `${forSlack(who)} ${verb} <${link}|${forSlack(subject).replaceAll("|", "¦")}>${details && ` · ${forSlack(details)}`}`;

/** Returns the Adaptive Card of a sentence, as the Workflows of Teams post it. */
const adaptiveCard = (sentence: Sentence) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body: [{ type: "TextBlock", text: inMarkdown(sentence), wrap: true }],
        actions: [{ type: "Action.OpenUrl", title: "Open", url: sentence.link }],
      },
    },
  ],
});

/** Returns the body of a sentence for a chat. */
export function chatBody(preset: Chat, sentence: Sentence): object {
  if (preset === "slack") return { text: inSlack(sentence), unfurl_links: false };
  return preset === "teams" ? adaptiveCard(sentence) : { text: inMarkdown(sentence) };
}
