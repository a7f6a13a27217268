/** Files for tests, and how they are uploaded. */
import type { Answer, Client } from "../../support/client";

export const MIB = 1024 * 1024;

/** Returns bytes of a text whose letters stand for bytes. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Returns bytes that differ from place to place, so that a piece in the wrong place is noticed. They are no text. */
export function patterned(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 8) * 7 + (at >> 16)) & 255;
  return bytes;
}

/** Returns a form with a file. */
export function formOf(
  content: Uint8Array<ArrayBuffer> | string,
  type: string,
  name = "file",
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  form.append("file", new File([content], name, { type }));
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}

/** Attaches a file to a card. */
export const upload = (client: Client, cardId: string, ...file: Parameters<typeof formOf>): Promise<Answer> =>
  client.post(`/cards/${cardId}/file-attachments`, formOf(...file));

/** Downloads a file as it is sent. */
export const download = (url: string, client: Client, id: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${url}/api/v1/file-attachments/${id}/download`, {
    ...init,
    headers: { authorization: `Bearer ${client.token}`, ...(init.headers as Record<string, string>) },
  });
