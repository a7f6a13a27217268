/** A proxy between a browser and a server, which answers chosen requests with an error, as a server in trouble does. */

export type FailingProxy = {
  url: string;
  /** Answers requests of a method and path with a status from now on; undefined lets all pass. */
  fail(request: { method: string; path: RegExp; status: number } | undefined): void;
  stop(): Promise<void>;
};

/** Starts a proxy of a server. */
export function startFailingProxy(target: string): FailingProxy {
  let failing: Parameters<FailingProxy["fail"]>[0];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (failing && failing.method === request.method && failing.path.test(pathname))
        return Response.json({ detail: "Internal error" }, { status: failing.status });
      const headers = new Headers(request.headers);
      headers.delete("host");
      if (headers.has("origin")) headers.set("origin", target);
      const body = request.method === "GET" || request.method === "HEAD" ? undefined : await request.arrayBuffer();
      return fetch(target + pathname + search, {
        method: request.method,
        headers,
        body,
        redirect: "manual",
        signal: request.signal,
        decompress: false,
      });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    fail(request) {
      failing = request;
    },
    stop: () => server.stop(true),
  };
}
