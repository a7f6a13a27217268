/** The request of a program, and the answer to it. */
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

type Parameters = Omit<Schemas["AuthorizationAnswer"], "allow">;
export type Permission = Schemas["AuthorizationAnswer"]["allow"];

/** Returns the parameters that a text has packed; undefined for a text that has none. */
export function unpacked(text: string | undefined): Parameters | undefined {
  if (!text) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes)) as Parameters;
  } catch {
    return undefined;
  }
}

/** Reads what a program asks for. */
export const requestQuery = (parameters: Parameters) =>
  query(["authorization", JSON.stringify(parameters)], [], ({ signal }) =>
    answered(api.GET("/api/v1/users/me/authorization-request", { signal, params: { query: parameters } })),
  );

/** Answers a program. @returns the address to go to */
export const answerRequest = async (parameters: Parameters, allow: Permission): Promise<string> =>
  (await answered(api.POST("/api/v1/users/me/authorization-request", { body: { ...parameters, allow } }))).redirect_to;
