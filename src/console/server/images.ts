/** The images of the installation that administrators choose: its logo, and the icon of its browser tabs. */
import { useQuery } from "@tanstack/react-query";
import { createStore, useStore } from "../state/store";
import { shown, tryChange } from "./changes";
import { answered, api, formOf } from "./client";
import { settingsQuery } from "./session";

export type ImageName = "logo" | "favicon";

const addresses = { logo: "/api/v1/settings/logo", favicon: "/api/v1/settings/favicon" } as const;

/** The number of changes of images on this page, by which the browser notices that one is another. */
const versions = createStore(0);

/** Gives the address of an image; undefined where none is chosen. */
export function useImage(name: ImageName): string | undefined {
  const { data } = useQuery(settingsQuery);
  const version = useStore(versions);
  return data?.[`has_custom_${name}`] ? `${addresses[name]}?v=${version}` : undefined;
}

const upload = (name: ImageName, file: Blob) =>
  api.POST(addresses[name], {
    body: { file } as never,
    bodySerializer: () => formOf({ file }),
  });

/** Reads an image as it is on the server. */
const read = (name: ImageName) =>
  answered(api.GET(addresses[name], { parseAs: "blob", cache: "reload" })) as Promise<unknown> as Promise<Blob>;

const remove = (name: ImageName) => api.DELETE(addresses[name]);

/** Sends a change of an image. @param file the image; undefined for none */
async function send(name: ImageName, file: Blob | undefined) {
  const reply = await (file ? upload(name, file) : remove(name));
  versions.update((version) => version + 1);
  return reply;
}

/**
 * Changes an image, which undoing brings back.
 * @param sentence about what has happened
 * @param file the image, PNG, JPEG, WebP or GIF of at most 2 MB; undefined for none
 * @param isChosen true when there is one already
 */
export async function changeImage(
  sentence: string,
  name: ImageName,
  file: Blob | undefined,
  isChosen: boolean,
): Promise<boolean> {
  const before = isChosen ? await read(name) : undefined;
  return tryChange({
    sentence,
    show: [shown(settingsQuery, (settings) => settings)],
    send: () => send(name, file),
    inverse: () => send(name, before),
  });
}
