/** Resources: the metamodel and the cards, for clients that attach them to a conversation. */
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { LONGEST_ANSWER, marked } from "./answer";
import type { Api } from "./api";
import { cardFacts } from "./tools/card";
import { metamodelText } from "./tools/metamodel";

/** Cards that a list of resources has. */
const MAX_LISTED = 50;

type ListedCard = { id: string; name: string; type: string; description: string | null };

const textOf = (uri: URL, text: string) => ({
  contents: [{ uri: uri.href, mimeType: "text/markdown", text: marked(text, LONGEST_ANSWER) }],
});

/** Registers the resources. */
export function registerResources(server: McpServer, api: Api): void {
  const about = { mimeType: "text/markdown" };
  server.registerResource(
    "metamodel",
    "stoa://metamodel",
    { ...about, title: "Metamodel", description: "The card types of the landscape" },
    async (uri) => textOf(uri, await metamodelText(api)),
  );
  server.registerResource(
    "card type",
    new ResourceTemplate("stoa://metamodel/{type}", { list: undefined }),
    { ...about, title: "Card type", description: "A card type with its fields and relations" },
    async (uri, { type }) => textOf(uri, await metamodelText(api, String(type))),
  );
  server.registerResource(
    "card",
    new ResourceTemplate("stoa://cards/{id}", {
      list: async () => {
        const query = { sort_by: "updated_at", sort_dir: "desc", page_size: MAX_LISTED };
        const { items } = await api.get<{ items: ListedCard[] }>("/cards", query);
        return {
          resources: items.map(({ id, name, type }) => ({
            uri: `stoa://cards/${id}`,
            name: `${name} (${type})`,
            ...about,
          })),
        };
      },
    }),
    { ...about, title: "Card", description: "The facts of a card, with the address of its page" },
    async (uri, { id }) => textOf(uri, await cardFacts(api, await api.get(`/cards/${encodeURIComponent(String(id))}`))),
  );
}
