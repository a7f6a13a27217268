/** /settings for images, mail, single sign-on, AI and the MCP server. */
import { Elysia } from "elysia";
import { z } from "zod";
import { guard } from "../../core/access/guard";
import { ssoEnabled } from "../../core/access/sso";
import { emailSettings, setEmail } from "../../core/settings/email";
import { mcpEnabled, setMcp, shownSsoSettings } from "../../core/settings/providers";
import { type ImageName, storedImageType, storeImage } from "../../core/settings/store";
import { answers } from "../../http/responses";
import { Ok, ok } from "../../http/schemas";
import { testAi } from "./ai-test";
import { imageResponse, readImage, removeImage } from "./images";
import {
  Ai,
  AiTest,
  Email,
  Enabled,
  FaviconInfo,
  LogoInfo,
  Mcp,
  NewAi,
  NewEmail,
  NewMcp,
  NewSso,
  Sso,
  TestSent,
  Upload,
} from "./model";
import { changeAi, changeSso, sendTest, shownAi } from "./service";

const ADMIN = { permission: "admin.settings" } as const;

const image = (name: ImageName, what: string) =>
  new Elysia()
    .use(guard)
    .get(`/${name}`, () => imageResponse(name) as unknown as string, {
      public: true,
      response: { 200: answers(z.string()), 302: answers(z.undefined(), "Location") },
      detail: { summary: `The ${what}`, "x-answer": "image/png" } as object,
    })
    .post(
      `/${name}`,
      async ({ body, actor }) => {
        storeImage(actor, name, await readImage(body.file));
        return ok;
      },
      {
        ...ADMIN,
        body: Upload,
        response: answers(Ok),
        detail: { summary: `Put another ${what} in place`, "x-body": "multipart/form-data" } as object,
      },
    )
    .delete(
      `/${name}`,
      ({ actor }) => {
        removeImage(actor, name);
        return ok;
      },
      { ...ADMIN, response: answers(Ok), detail: { summary: `Take one's own ${what} away` } },
    );

const info = (name: ImageName) => ({
  custom: storedImageType(name) !== null,
  mime_type: storedImageType(name) ?? "image/png",
});

/** The logo and the favicon. */
export const images = new Elysia()
  .use(image("logo", "logo"))
  .use(image("favicon", "favicon"))
  .use(guard)
  .get(
    "/logo/info",
    () => {
      const { custom, mime_type } = info("logo");
      return { has_custom_logo: custom, mime_type };
    },
    { ...ADMIN, response: answers(LogoInfo), detail: { summary: "Whether there is a logo of one's own" } },
  )
  .get(
    "/favicon/info",
    () => {
      const { custom, mime_type } = info("favicon");
      return { has_custom_favicon: custom, mime_type };
    },
    { ...ADMIN, response: answers(FaviconInfo), detail: { summary: "Whether there is a favicon of one's own" } },
  );

const mcp = () => ({ enabled: mcpEnabled(), sso_configured: ssoEnabled() });

/** The services outside. */
export const providers = new Elysia()
  .use(guard)
  .get("/email", () => emailSettings(), {
    ...ADMIN,
    response: answers(Email),
    detail: { summary: "Where mail goes out" },
  })
  .patch(
    "/email",
    ({ body, actor }) => {
      setEmail(actor, body);
      return ok;
    },
    { ...ADMIN, body: NewEmail, response: answers(Ok), detail: { summary: "Set where mail goes out" } },
  )
  .post(
    "/email/test",
    async ({ actor }) => {
      await sendTest(actor.email);
      return { ok: true as const, sent_to: actor.email };
    },
    {
      ...ADMIN,
      response: answers(TestSent),
      detail: { summary: "Send a mail to the caller to see whether it arrives" },
    },
  )
  .get("/sso", () => shownSsoSettings(), {
    ...ADMIN,
    response: answers(Sso),
    detail: { summary: "How single sign-on works" },
  })
  .patch(
    "/sso",
    ({ body, actor }) => {
      changeSso(actor, body);
      return ok;
    },
    { ...ADMIN, body: NewSso, response: answers(Ok), detail: { summary: "Set how single sign-on works" } },
  )
  .get("/sso/status", () => ({ enabled: ssoEnabled() }), {
    permission: "auth",
    response: answers(Enabled),
    detail: { summary: "Whether single sign-on is switched on" },
  })
  .get("/ai", () => shownAi(), { ...ADMIN, response: answers(Ai), detail: { summary: "Which AI provider is used" } })
  .patch(
    "/ai",
    ({ body, actor }) => {
      changeAi(actor, body);
      return ok;
    },
    { ...ADMIN, body: NewAi, response: answers(Ok), detail: { summary: "Set which AI provider is used" } },
  )
  .post("/ai/test", async () => testAi(), {
    ...ADMIN,
    response: answers(AiTest),
    detail: { summary: "Try the AI provider of the settings" },
  })
  .get("/mcp", () => mcp(), {
    permission: "admin.mcp",
    response: answers(Mcp),
    detail: { summary: "Whether the MCP server may operate" },
  })
  .patch(
    "/mcp",
    ({ body, actor }) => {
      setMcp(actor, body.enabled);
      return ok;
    },
    {
      permission: "admin.mcp",
      body: NewMcp,
      response: answers(Ok),
      detail: { summary: "Set whether the MCP server may operate" },
    },
  )
  .get("/mcp/status", () => mcp(), {
    public: true,
    response: answers(Mcp),
    detail: { summary: "Whether the MCP server may operate" },
  });
