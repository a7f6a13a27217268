/**
 * The engine of replication: another program that copies what the log of the database holds to a second place. It is Litestream
 * 0.5, which is asked by HTTP over its control socket.
 */

/** The socket of the engine, and the seconds in which it is to have copied. */
export type Engine = { socket: string; seconds: number };

/** The tables that the engine makes in a database that it follows. They belong to this file alone, and to no copy of it. */
export const ENGINE_TABLES = ["_litestream_seq", "_litestream_lock"] as const;

/** The engine answers, and follows other files than the one it was asked about. */
export class OtherFile extends Error {}

/** Milliseconds before the engine is asked again that hasn't reached its own position. */
const PAUSE = 20;
/** The longest reason that is shown. */
const LONGEST_REASON = 200;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/**
 * Has the engine copy everything that is committed, and waits until it is in the second place.
 * @param file its path, as the engine's configuration names it
 * @throws OtherFile when the engine doesn't follow it; Error with the reason when it hasn't copied in time
 */
export async function askEngine(file: string, { socket, seconds }: Engine): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), seconds * 1_000);
  try {
    // Another commit may have come between its copying and its answer, and the position of ours isn't known.
    while (!(await isCopied(file, socket, seconds, late.signal))) await Bun.sleep(PAUSE);
  } catch (error) {
    throw late.signal.aborted ? new Error(`its engine has not copied everything within ${seconds} s`) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Asks once. @returns whether the position that the file has reached is in the second place */
async function isCopied(path: string, socket: string, timeout: number, signal: AbortSignal): Promise<boolean> {
  const { status, text } = await post(socket, { path, wait: true, timeout }, signal);
  if (status === 404) throw new OtherFile(`its engine at ${socket} doesn't follow ${path}`);
  const answer = parse(text);
  const { path: followed, txid, replicated_txid: copied } = answer;
  if (status !== 200) throw new Error(`its engine answers ${status}: ${shortened(String(answer["error"] ?? text))}`);
  if (typeof followed !== "string" || typeof txid !== "number" || typeof copied !== "number")
    throw new Error(`its engine answers in another way than Litestream 0.5: ${shortened(text)}`);
  if (followed !== path) throw new OtherFile(`its engine at ${socket} follows ${shortened(followed)}, not ${path}`);
  return txid > 0 && copied >= txid;
}

/** Posts to the socket. @throws Error with the reason when there is no answer */
async function post(socket: string, body: object, signal: AbortSignal): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch("http://localhost/sync", {
      unix: socket,
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new Error(`its engine can't be reached at ${socket}: ${reasonOf(error)}`);
  }
}

/** Returns the code of an error of the system, or its message. */
const reasonOf = (error: unknown) => (error as { code?: string }).code ?? shortened((error as Error).message);

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the beginning of a text, in one line. */
const shortened = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_REASON);
