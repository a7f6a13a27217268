/** The schema of a passkey that a browser shows. */
import { z } from "zod";
import { namedObject, Text } from "../../http/schemas";

/** The longest of the binary values of a browser, in base 64. */
const BINARY = 20_000;

export const PasskeyResponse = namedObject("PasskeyResponse", {
  id: Text(2_000, 1),
  rawId: Text(2_000, 1),
  response: z.object({
    clientDataJSON: Text(BINARY, 1),
    authenticatorData: Text(BINARY, 1),
    signature: Text(BINARY, 1),
    userHandle: Text(200).optional(),
  }),
});
