/**
 * The client of an S3-compatible store, for whole objects. Requests are signed by aws4fetch and sent by `outbound`, so that they
 * have time-outs, one's own authorities and no redirects, which the runtime's own client of S3 lacks.
 */
import { statSync } from "node:fs";
import { AwsV4Signer } from "aws4fetch";
import { type Outgoing, outbound } from "./outbound";
import { addressesOf } from "./outbound-addresses";

/** A bucket of a store, and how it is reached. */
export type Bucket = {
  /** As in `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  name: string;
  accessKey: string;
  secretKey: string;
  /** Milliseconds that a request may take, and again for each 16 MiB of an object. */
  patience: number;
  /** Authorities that are trusted in addition to the public ones, as PEM. */
  authorities: readonly string[];
};

/** An object of a bucket. */
export type StoredObject = { key: string; bytes: number };

/** The store has refused a request, for the reason in the message. */
export class StoreRefusal extends Error {}

const PIECE = 16 * 1024 * 1024;
/** Bytes of an object at most: what a store takes at once. */
const LARGEST = 5 * 1024 * 1024 * 1024;
/** Objects that a store lists at once, and how often it is asked for more. */
const PAGE = 1_000;
const MAX_PAGES = 20;

/** Returns the milliseconds that a request about so many bytes may take. */
export const patienceFor = (patience: number, bytes: number): number => patience * (1 + Math.ceil(bytes / PIECE));

/** The reasons of stores that operators can do something about, by their code. */
const reasons: Record<string, (bucket: Bucket) => string> = {
  NoSuchBucket: ({ name }) => `there is no bucket ${name}`,
  NoSuchKey: () => "there is no such object",
  InvalidAccessKeyId: () => "the store doesn't know the access key",
  SignatureDoesNotMatch: () => "the store refuses the secret key",
  AccessDenied: () => "the keys don't permit it",
  PermanentRedirect: () => "the bucket is in another region",
  AuthorizationHeaderMalformed: () => "the bucket is in another region",
  RequestTimeTooSkewed: () => "the clock of this machine differs from that of the store",
};

/** Returns the text of an element of XML. */
const textIn = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];

/** Returns the refusal in an answer of a store. */
async function refusalIn(answer: Response, bucket: Bucket): Promise<StoreRefusal> {
  const code = textIn(await answer.text(), "Code") ?? "";
  const known = reasons[code]?.(bucket);
  return new StoreRefusal(known ? `${known} (${code})` : `the store answers with ${answer.status} ${code}`.trim());
}

/** Signs a request and sends it. @throws StoreRefusal; OutboundError */
async function call(bucket: Bucket, path: string, request: Outgoing & { hash?: string; bytes?: number }) {
  const { method = "GET", hash = "UNSIGNED-PAYLOAD", bytes = 0, ...rest } = request;
  const signed = await new AwsV4Signer({
    method,
    url: `${bucket.endpoint.replace(/\/$/, "")}/${bucket.name}${path}`,
    headers: { "x-amz-content-sha256": hash },
    accessKeyId: bucket.accessKey,
    secretAccessKey: bucket.secretKey,
    service: "s3",
    region: bucket.region,
  }).sign();
  const answer = await outbound(
    signed.url,
    { ...rest, method, headers: Object.fromEntries(signed.headers), timeout: patienceFor(bucket.patience, bytes) },
    // The operator of the machine has chosen the store, so that it may lie anywhere.
    { resolve: addressesOf, permits: () => true, authorities: bucket.authorities },
  );
  if (!answer.ok) throw await refusalIn(answer, bucket);
  return answer;
}

const pathOf = (key: string) => `/${key.split("/").map(encodeURIComponent).join("/")}`;

/**
 * Puts a file into a bucket, under a key that appears only when the store has all of it.
 * @param hash its SHA-256, against which the store checks what has arrived
 * @throws StoreRefusal; OutboundError
 */
export async function putObject(bucket: Bucket, key: string, file: string, hash: string): Promise<void> {
  const { size: bytes } = statSync(file);
  if (bytes > LARGEST) throw new StoreRefusal("it has more than the 5 GiB that a store takes at once");
  await call(bucket, pathOf(key), { method: "PUT", body: Bun.file(file), hash, bytes });
}

/** Lists the objects of a bucket whose keys begin with a text. @throws StoreRefusal; OutboundError */
export async function listObjects(bucket: Bucket, prefix: string): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  let token: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({ "list-type": "2", "max-keys": String(PAGE), prefix });
    if (token !== undefined) query.set("continuation-token", token);
    const xml = await (await call(bucket, `?${query}`, {})).text();
    for (const [, content = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
      found.push({ key: textIn(content, "Key") ?? "", bytes: Number(textIn(content, "Size")) });
    token = textIn(xml, "NextContinuationToken");
    if (token === undefined) break;
  }
  return found;
}

/** Fetches an object into a file that exists. @param bytes of the object @throws StoreRefusal; OutboundError */
export async function fetchObject(bucket: Bucket, { key, bytes }: StoredObject, to: string): Promise<void> {
  await call(bucket, pathOf(key), { into: to, maxBytes: bytes, bytes });
}

/** Deletes an object; one that is not there is no problem. @throws StoreRefusal; OutboundError */
export async function deleteObject(bucket: Bucket, key: string): Promise<void> {
  await call(bucket, pathOf(key), { method: "DELETE" });
}
