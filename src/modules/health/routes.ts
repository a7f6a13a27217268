/** /api/health */
import { Elysia } from "elysia";
import { z } from "zod";
import { guard } from "../../core/access/guard";
import { answers } from "../../http/responses";
import { VERSION } from "../../version";

const Health = z.object({ status: z.literal("ok"), version: z.string() }).meta({ id: "Health" });

/** Outside /api/v1, and without a look at the database: whoever watches the server calls it often. */
export const health = new Elysia().use(guard).get("/api/health", () => ({ status: "ok" as const, version: VERSION }), {
  public: true,
  response: answers(Health),
  detail: { summary: "Whether the server is up, and its version" },
});
