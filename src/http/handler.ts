/** Answers a request; must not throw. */
export type Handler = (request: Request) => Response | Promise<Response>;
