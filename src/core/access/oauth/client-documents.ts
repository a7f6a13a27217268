/**
 * Programs that don't register themselves: their id is the address of a document that says what they are called and where they
 * return to (client ID metadata documents). It is read when somebody is asked, and again after an hour.
 */
import { z } from "zod";
import { inTurn } from "../../../../db";
import { Problem } from "../../../http/errors";
import { countCall } from "../../../http/rate-limit";
import { fromNow, HOUR, SECOND } from "../../../platform/clock";
import { OutboundError, outbound } from "../../../platform/outbound";
import { findClient, type OauthClient, programName, storeClient } from "./clients";
import { isRegistrable } from "./redirects";

const FRESH = HOUR;
/** The bounds of reading one: milliseconds, bytes, how many at the same time, and how many for a client in a minute. */
const TIMEOUT = 5 * SECOND;
const LARGEST = 16 * 1024;
const AT_ONCE = 10;
const PER_MINUTE = 20;

const ClientDocument = z.object({
  client_id: z.string(),
  client_name: z.string().max(200),
  redirect_uris: z.array(z.string().max(2_000).refine(isRegistrable, "is no address to return to")).min(1).max(10),
  token_endpoint_auth_method: z.literal("none").default("none"),
});

/** Checks whether the id of a program is the address of a document: one of TLS with a path, in its normal form. */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith("https://") || id.length > 500 || !URL.canParse(id)) return false;
  const { href, pathname, hash, username, password } = new URL(id);
  return href === id && pathname !== "/" && hash + username + password === "" && !id.endsWith("#");
}

const unusable = (why: string) => new Problem(400, `client_id: the document of the program can't be used: ${why}`);

/** Reads the document at an address. @throws Problem 400 */
async function readDocument(id: string): Promise<z.output<typeof ClientDocument>> {
  const text = await outbound(id, {
    headers: { accept: "application/json" },
    timeout: TIMEOUT,
    maxBytes: LARGEST,
  }).then(
    (response) => (response.ok ? response.text() : Promise.reject(unusable(`it is answered with ${response.status}`))),
    (error) => {
      throw error instanceof OutboundError ? unusable(error.message) : error;
    },
  );
  const parsed = z.string().transform(parseJson).pipe(ClientDocument).safeParse(text);
  if (!parsed.success) throw unusable(z.prettifyError(parsed.error).slice(0, 500));
  if (parsed.data.client_id !== id) throw unusable("its client_id is another address");
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function read(id: string): Promise<OauthClient> {
  const { client_name, redirect_uris } = await readDocument(id);
  // Its name proves nothing; its host does.
  const name = `${programName(client_name)} (${new URL(id).host})`;
  return inTurn(() => storeClient(id, name, redirect_uris));
}

/** The documents that are being read, by their address. */
const reading = new Map<string, Promise<OauthClient>>();

/**
 * Finds a program by its id, whose document is read unless that was done within the hour.
 * @param address the client that is counted for it
 * @returns undefined for an id that is neither registered nor an address
 * @throws Problem 400 when there is no such document; 429 and 503 when too many are read
 */
export async function loadClient(id: string, address: string): Promise<OauthClient | undefined> {
  const known = findClient(id);
  if (!isDocumentAddress(id) || (known && known.created_at > fromNow(-FRESH))) return known;
  countCall("documents of programs", address, PER_MINUTE);
  const running = reading.get(id);
  if (running) return running;
  if (reading.size >= AT_ONCE) throw new Problem(503, "Too many programs are being read", { "Retry-After": "5" });
  const started = read(id).finally(() => reading.delete(id));
  reading.set(id, started);
  return started;
}
