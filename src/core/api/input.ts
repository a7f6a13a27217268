/** Reads the body of a call: no more than a little before its sender is known. */
import { forbidden } from "../../http/errors";
import { readWholeForm } from "../../http/forms";
import {
  type Admit,
  admitUpload,
  LARGEST_JSON,
  LARGEST_UPLOAD,
  readBody,
  readJson,
  SMALL_BODY,
  UnparsedBody,
} from "../../http/json";
import { authenticate } from "../access/guard";
import { needsActor, permissionCheck } from "../access/operation-permission";
import { changesScenario, type Operation } from "./operation";

/** The largest body in bytes that is parsed on this thread, when the writer thread can do it. */
const LARGEST_PARSED = 256 * 1024;

/**
 * Reads the parsed body of a call; undefined for an upload, which the framework reads; null for a form, which the handler
 * reads.
 * @param contentType without its parameters
 * @param hasWriter whether there is a writer thread, to which the large bodies of its operations are left
 * @param isForScenario whether the body is stored as it was sent, and parsed by the thread of scenarios
 * @throws Problem 413 or 422; 401 or 403 for who may not send more than a little
 */
export async function readInput(
  operation: Operation,
  request: Request,
  contentType: string,
  hasWriter: boolean,
  isForScenario = false,
): Promise<unknown> {
  const admit = () => admitSender(operation, request);
  const form = isForScenario ? operation.inScenario?.form : undefined;
  if (form) return readUpload(request, form.largest, admit, true);
  if (operation.form) return null;
  if (contentType !== "multipart/form-data" || !operation.upload)
    return readJson(request, largestBody(operation), admit, largestParsed(operation, hasWriter, isForScenario));
  if (operation.writesMuch)
    return readUpload(request, operation.largestBody ?? LARGEST_UPLOAD, admit, hasWriter || isForScenario);
  await admitUpload(request, LARGEST_UPLOAD, admit);
}

/** Returns the largest body that is parsed here, in bytes; undefined when each is. */
function largestParsed(operation: Operation, hasWriter: boolean, isForScenario: boolean): number | undefined {
  if (!operation.body) return undefined;
  if (isForScenario && changesScenario(operation)) return 0;
  return hasWriter && operation.writesMuch ? LARGEST_PARSED : undefined;
}

/** Reads the form of an operation that may write much: left to the writer thread, if there is one. */
async function readUpload(request: Request, most: number, admit: Admit, hasWriter: boolean): Promise<unknown> {
  const bytes = await readBody(request, most, admit);
  // A copy, because the bytes of a small body share their memory with others, which can't be moved to a thread.
  if (hasWriter) return new UnparsedBody(new Uint8Array(bytes), most);
  const { url, method, headers } = request;
  return readWholeForm(new Request(url, { method, headers, body: bytes as Uint8Array<ArrayBuffer> }), most);
}

/** Returns the largest body of an operation, in bytes; those that anybody may call and those without a body get little. */
function largestBody({ permission, body, largestBody: declared }: Operation): number {
  return declared ?? (body && needsActor(permission) ? LARGEST_JSON : SMALL_BODY);
}

/**
 * Refuses callers who aren't logged in, or lack a permission that doesn't depend on what they send.
 * @throws Problem 401 or 403
 */
async function admitSender({ permission }: Operation, request: Request): Promise<void> {
  if (!needsActor(permission)) return;
  const actor = await authenticate(request);
  const check = typeof permission === "string" ? permissionCheck(permission) : undefined;
  if (check && !check(actor, {})) throw forbidden();
}
