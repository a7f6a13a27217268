/** Handles a request; never throws. */
export type Handler = (request: Request) => Response | Promise<Response>;
