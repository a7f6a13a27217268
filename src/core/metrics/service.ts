/** Serves /metrics: at an address of its own, or to whoever has the token next to everything else; else nobody. */
import { createHash, timingSafeEqual } from "node:crypto";
import { type Config, ConfigError } from "../../config";
import { notFound, problemResponse, unauthenticated } from "../../http/errors";
import type { Handler } from "../../http/handler";
import { listeningAddress } from "../../platform/listening";
import { log } from "../../platform/log";
import type { Metrics } from "./registry";

const hashOf = (text: string) => createHash("sha256").update(text).digest();

/** Returns the check of a request's token; the time that it takes shows nothing of the right one. */
function tokenCheck(token: string | undefined): (request: Request) => boolean {
  if (token === undefined) return () => true;
  const wanted = hashOf(`Bearer ${token}`);
  return ({ headers }) => timingSafeEqual(hashOf(headers.get("authorization") ?? ""), wanted);
}

/** Returns the handler of /metrics. */
function handlerOf({ contentType, text }: Metrics, token: string | undefined): Handler {
  const mayRead = tokenCheck(token);
  return async (request) => {
    if (!mayRead(request)) return problemResponse(unauthenticated("The token of the metrics is needed"));
    return new Response(await text(), { headers: { "content-type": contentType, "cache-control": "no-store" } });
  };
}

/** Checks whether a request asks for metrics; without parsing the URL, because every request is looked at. */
const asksForMetrics = ({ method, url }: Request): boolean =>
  (method === "GET" || method === "HEAD") && /^[a-z]+:\/\/[^/]*\/metrics(?:\?|$)/.test(url);

/** Listens at the address of the metrics alone. @throws ConfigError when that is impossible */
async function listen({ host, port }: { host: string; port: number }, handle: Handler): Promise<Bun.Server<undefined>> {
  try {
    return Bun.serve({
      hostname: await listeningAddress(host),
      port,
      fetch: (request) => (asksForMetrics(request) ? handle(request) : problemResponse(notFound("Page"))),
    });
  } catch (error) {
    const reason = (error as { code?: string }).code === "EADDRINUSE" ? "is in use" : "is no address of this machine";
    throw new ConfigError(`METRICS_ADDRESS: ${host}:${port} ${reason}`);
  }
}

/** The handler of everything, with that of the metrics where they are served next to it. */
export type WithMetrics = { handle: Handler; stop: () => Promise<void> };

/**
 * Starts metrics when they are configured.
 * @param others handles everything else
 * @throws ConfigError when their address can't be used
 */
export async function startMetrics(config: Config, others: Handler): Promise<WithMetrics> {
  const { address, token } = config.metrics;
  if (!address && token === undefined) return { handle: others, stop: async () => {} };
  // Imported on demand: a server without metrics needs neither their time nor their memory.
  const { startRegistry } = await import("./registry");
  const metrics = startRegistry(config);
  const handle = handlerOf(metrics, token);
  if (!address)
    return {
      handle: (request) => (asksForMetrics(request) ? handle(request) : others(request)),
      stop: async () => metrics.stop(),
    };
  const server = await listen(address, handle);
  log.info({ metrics: new URL("metrics", server.url).href }, "metrics are served");
  return {
    handle: others,
    async stop() {
      metrics.stop();
      await server.stop(true);
    },
  };
}
