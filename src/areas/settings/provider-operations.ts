/** /settings for images, mail, single sign-on, AI and the MCP server. */
import { z } from "zod";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { emailSettings, updateEmailSettings } from "../../core/settings/email";
import { maskedSsoSettings, mcpEnabled, ssoEnabled, updateMcpSettings } from "../../core/settings/providers";
import { type ImageName, storedImageType, updateImage } from "../../core/settings/store";
import { Ok } from "../../http/schemas";
import { testAi } from "./ai-test";
import { imageResponse, readImage, removeImage } from "./images";
import * as model from "./model";
import { changeAi, changeSso, sendTest, shownAi } from "./service";

const image = (name: ImageName, what: string) => [
  get(
    `/settings/${name}`,
    `The ${what}`,
    { permission: "public", answer: z.string(), redirects: true, media: "image/png" },
    () => imageResponse(name),
  ),
  post(
    `/settings/${name}`,
    `Put another ${what} in place`,
    { permission: "admin.settings", body: model.Upload, answer: Ok, upload: true, repeatable: false },
    async ({ body, actor }) => updateImage(actor, name, await readImage(body.file)),
  ),
  del(`/settings/${name}`, `Take one's own ${what} away`, { permission: "admin.settings", answer: Ok }, ({ actor }) =>
    removeImage(actor, name),
  ),
];

const info = (name: ImageName) => ({
  custom: storedImageType(name) !== null,
  mime_type: storedImageType(name) ?? "image/png",
});

/** The logo and the favicon. */
export const images: readonly Operation[] = [
  ...image("logo", "logo"),
  ...image("favicon", "favicon"),
  get(
    "/settings/logo/info",
    "Whether there is a logo of one's own",
    { permission: "admin.settings", answer: model.LogoInfo },
    () => {
      const { custom, mime_type } = info("logo");
      return { has_custom_logo: custom, mime_type };
    },
  ),
  get(
    "/settings/favicon/info",
    "Whether there is a favicon of one's own",
    { permission: "admin.settings", answer: model.FaviconInfo },
    () => {
      const { custom, mime_type } = info("favicon");
      return { has_custom_favicon: custom, mime_type };
    },
  ),
];

const mcp = () => ({ enabled: mcpEnabled(), sso_configured: ssoEnabled() });

/** The services outside. */
export const providers: readonly Operation[] = [
  get("/settings/email", "Where mail goes out", { permission: "admin.settings", answer: model.Email }, () =>
    emailSettings(),
  ),
  patch(
    "/settings/email",
    "Set where mail goes out",
    { permission: "admin.settings", body: model.NewEmail, answer: Ok },
    ({ body, actor }) => updateEmailSettings(actor, body),
  ),
  post(
    "/settings/email/test",
    "Send a mail to the caller to see whether it arrives",
    { permission: "admin.settings", answer: model.TestSent, repeatable: false },
    async ({ actor }) => {
      await sendTest(actor.email);
      return { ok: true as const, sent_to: actor.email };
    },
  ),
  get("/settings/sso", "How single sign-on works", { permission: "admin.settings", answer: model.Sso }, () =>
    maskedSsoSettings(),
  ),
  patch(
    "/settings/sso",
    "Set how single sign-on works",
    { permission: "admin.settings", body: model.NewSso, answer: Ok },
    ({ body, actor }) => changeSso(actor, body),
  ),
  get(
    "/settings/sso/status",
    "Whether single sign-on is switched on",
    { permission: "auth", answer: model.Enabled },
    () => ({
      enabled: ssoEnabled(),
    }),
  ),
  get("/settings/ai", "Which AI provider is used", { permission: "admin.settings", answer: model.Ai }, () => shownAi()),
  patch(
    "/settings/ai",
    "Set which AI provider is used",
    { permission: "admin.settings", body: model.NewAi, answer: Ok },
    ({ body, actor }) => changeAi(actor, body),
  ),
  post(
    "/settings/ai/test",
    "Try the AI provider of the settings",
    { permission: "admin.settings", answer: model.AiTest, repeatable: false },
    async () => testAi(),
  ),
  get("/settings/mcp", "Whether the MCP server may operate", { permission: "admin.mcp", answer: model.Mcp }, () =>
    mcp(),
  ),
  patch(
    "/settings/mcp",
    "Set whether the MCP server may operate",
    { permission: "admin.mcp", body: model.NewMcp, answer: Ok },
    ({ body, actor }) => updateMcpSettings(actor, body.enabled),
  ),
  get("/settings/mcp/status", "Whether the MCP server may operate", { permission: "public", answer: model.Mcp }, () =>
    mcp(),
  ),
];
