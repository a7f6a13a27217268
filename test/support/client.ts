/** A client of the API as a script would write it. */

/** A response. `body` is parsed when it is JSON, text otherwise, undefined when there is none. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Answer = { status: number; headers: Headers; body: any };

export type Client = {
  token: string | undefined;
  userId: string | undefined;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

/** Returns a client of the server at `url`; paths without a leading `/api` are below /api/v1. */
export function clientOf(url: string, token?: string, userId?: string): Client {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(url + (path.startsWith("/api") ? path : `/api/v1${path}`), {
      method,
      redirect: "manual",
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }),
        ...headers,
      },
      body:
        body === undefined
          ? undefined
          : body instanceof FormData || typeof body === "string"
            ? body
            : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : isJson ? JSON.parse(text) : text,
    };
  }
  return {
    token,
    userId,
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    patch: (path, body, headers) => send("PATCH", path, body, headers),
    put: (path, body, headers) => send("PUT", path, body, headers),
    delete: (path, body, headers) => send("DELETE", path, body, headers),
  };
}
