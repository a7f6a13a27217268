/** The logo and the favicon of the installation; their type follows from their content. */
import { type ImageName, storedImage } from "../../core/settings/store";
import { refused } from "../../http/errors";

/** In bytes. */
const LARGEST = 2 * 1024 * 1024;

const starts = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** Returns the media type by the first bytes of a file; undefined for anything but PNG, JPEG, GIF and WebP. */
function typeOf(bytes: Uint8Array): string | undefined {
  if (starts(bytes, 0, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (starts(bytes, 0, "\xff\xd8\xff")) return "image/jpeg";
  if (starts(bytes, 0, "GIF87a") || starts(bytes, 0, "GIF89a")) return "image/gif";
  if (starts(bytes, 0, "RIFF") && starts(bytes, 8, "WEBP")) return "image/webp";
  return undefined;
}

/** Returns the media type of an image that may be shown; undefined for any other, and one that is too large. */
export const imageTypeOf = (bytes: Uint8Array): string | undefined =>
  bytes.length <= LARGEST ? typeOf(bytes) : undefined;

/**
 * Reads an uploaded image. SVG is refused: it can hold scripts.
 * @throws Problem 400 when it is too large or not PNG, JPEG, WebP or GIF by its content
 */
export async function readImage(file: File): Promise<{ bytes: Uint8Array; mime: string }> {
  if (file.size > LARGEST) throw refused("The image must not be larger than 2 MB");
  const bytes = await file.bytes();
  const mime = typeOf(bytes);
  if (!mime) throw refused("Unsupported image: it must be PNG, JPEG, WebP or GIF");
  return { bytes, mime };
}

const CACHED = "public, max-age=300";

/** Returns an image of the installation, or a redirect to the front end's. */
export function imageResponse(name: ImageName): Response {
  const image = storedImage(name);
  if (!image)
    return new Response(null, { status: 302, headers: { location: `/${name}.png`, "cache-control": CACHED } });
  return new Response(image.bytes as Uint8Array<ArrayBuffer>, {
    headers: { "content-type": image.mime, "cache-control": CACHED },
  });
}
