/** Reads bodies as far as they may be long, and cancels the rest. */

/** Reads a text. @returns its whole lines as far as they are read, and whether there are more */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > most) return { text: text.slice(0, text.lastIndexOf("\n", most)), isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}

/** Reads bytes. @throws Error when there are more than expected */
export async function readBytes(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw new Error(`An answer has more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
