/** Receivers of webhooks on loopback, which verify what they get with the library of Standard Webhooks. */
import { Webhook } from "standardwebhooks";
import { type Outside, startOutside } from "./outside";

/** A message that a receiver has verified. */
export type VerifiedMessage = { id: string; type: string; data: Record<string, unknown> };

export type Receiver = Pick<Outside, "url" | "seen" | "stop"> & {
  /** Sets the status with which it answers from now on. */
  answers(status: number, headers?: Record<string, string>): void;
  /** Verifies the requests so far by a secret. @throws for one that isn't signed by it */
  verified(secret: string): VerifiedMessage[];
};

/** Starts a receiver. */
export async function startReceiver(): Promise<Receiver> {
  let [status, headers] = [204, {}];
  const { url, seen, stop } = await startOutside((_, response) => {
    response.writeHead(status, headers);
    response.end(status === 204 ? undefined : "a word of the receiver");
  });
  return {
    url: `${url}/hook`,
    seen,
    stop,
    answers(next, more = {}) {
      [status, headers] = [next, more];
    },
    verified: (secret) =>
      seen.map((request) => {
        const message = new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
        return { ...(message as Omit<VerifiedMessage, "id">), id: String(request.headers["webhook-id"]) };
      }),
  };
}
