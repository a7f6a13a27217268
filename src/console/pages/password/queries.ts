/** The people whom mailed links are for. */
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";

/** Returns the person whom a link for a first password is for. */
export const inviteeQuery = (token: string) =>
  query(["session", "invitee", token], [], ({ signal }) =>
    answered(api.GET("/api/v1/auth/validate-setup-token", { signal, params: { query: { token } } })),
  );

/** Returns the address that a link for another password is for. */
export const requesterQuery = (token: string) =>
  query(["session", "requester", token], [], ({ signal }) =>
    answered(api.GET("/api/v1/auth/validate-reset-token", { signal, params: { query: { token } } })),
  );
