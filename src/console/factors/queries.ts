/** One's second factors. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Factor = Schemas["SecondFactor"];
export type Confirmation = Schemas["Confirmation"];

/** Reads one's factors, the oldest first, and how many recovery codes are left. */
export const factorsQuery = query(["factors"], ["user.factor"], ({ signal }) =>
  answered(api.GET("/api/v1/auth/factors", { signal })),
);

/** Begins to set up an authenticator app, within ten minutes. */
export const totpSetupQuery = query(["totp-setup"], [], ({ signal }) =>
  answered(api.POST("/api/v1/auth/factors/totp/start", { signal })),
);
