/** /api/health */
import { z } from "zod";
import { get, type Operation } from "../../core/api/operation";
import { VERSION } from "../../version";

const Health = z.object({ status: z.literal("ok"), version: z.string() }).meta({ id: "Health" });

/** Outside /api/v1 and without database access, because monitoring calls it often. */
export const operations: readonly Operation[] = [
  get("/api/health", "Whether the server is up, and its version", { permission: "public", answer: Health }, () => ({
    status: "ok" as const,
    version: VERSION,
  })),
];
