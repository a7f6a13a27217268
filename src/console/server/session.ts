/** The session: the account that is logged in, and its permissions. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { answered, api, type Schemas } from "./client";
import { countsNow } from "./moment";
import { showPasskey } from "./passkeys";
import { cache, query, sessionEnded } from "./queries";
import { asRefusal, Refusal } from "./refusal";
import { forgetScenario } from "./scenario";

export type Me = Schemas["Me"];

/** The account that is logged in; null when nobody is. While a session ends, its pages still show whose it was. */
export const meQuery = query(["session", "me"], ["user.", "role.", "impersonation."], async ({ signal, queryKey }) => {
  try {
    return await answered(api.GET("/api/v1/auth/me", { signal }));
  } catch (error) {
    if (asRefusal(error).status !== 401) throw error;
    const before = cache.getQueryData<Me>(queryKey) ?? null;
    if (before) sessionEnded.update(() => true);
    return before;
  }
});

/** Notices that the session has ended, when the stream has: it was ended in another tab, or by an administrator. */
export const checkSession = (): Promise<void> => cache.invalidateQueries({ queryKey: meQuery.queryKey });

/** The settings that every page needs, which are public. */
export const settingsQuery = query(["settings", "bootstrap"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/settings/bootstrap", { signal })),
);

/** The set-up of single sign-on. */
export const ssoQuery = query(["session", "sso"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/auth/sso/config", { signal })),
);

/** Gives the account that is logged in, for pages that only accounts see. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery);
  if (!data) throw new Refusal(401, "Nobody is logged in");
  return data;
}

/**
 * Checks whether an account's role has a permission, or one of several, that counts in what is shown; without one to ask for it
 * is always true.
 */
export const may = (
  me: Pick<Me, "permissions"> | null | undefined,
  right: string | readonly string[] | undefined,
): boolean =>
  right === undefined ||
  [right].flat().some((one) => countsNow(one) && (me?.permissions["*"] === true || me?.permissions[one] === true));

/** Checks whether the account that is logged in has a permission. */
export const useMay = (right: string | undefined): boolean => may(useMe(), right);

/** Parts of the keys of what everybody may read, with or without a session. */
const PUBLIC = ["bootstrap", "sso"];

/** Forgets what was read in a session, but for what a page still shows. */
export const forgetSession = (): void =>
  cache.removeQueries({
    predicate: (one) => one.getObserversCount() === 0 && !one.queryKey.some((part) => PUBLIC.includes(String(part))),
  });

/** Begins a session: what was read in an earlier one is read again. */
async function sessionBegan(): Promise<void> {
  forgetSession();
  cache.removeQueries({ queryKey: meQuery.queryKey });
  sessionEnded.update(() => false);
  await cache.ensureQueryData(meQuery);
}

/** The second step of a login, after the password. */
export type SecondStep = {
  challenge: string;
  methods: readonly string[];
  passkey_options?: Schemas["PasskeyRequestOptions"];
};

/**
 * Logs in with a password.
 * @returns the second step, if the account has a second factor
 * @throws Refusal 401, 403, 423 while it is locked, 429
 */
export async function logIn(email: string, password: string): Promise<SecondStep | undefined> {
  try {
    await answered(api.POST("/api/v1/auth/login", { body: { email, password } }));
  } catch (error) {
    const { body } = asRefusal(error);
    if (body["code"] !== "second_factor") throw error;
    return body as unknown as SecondStep;
  }
  await sessionBegan();
  return undefined;
}

/** Completes a login with a code. @throws Refusal 401, 423 while it is locked, 429 */
export async function enterCode({ challenge }: SecondStep, code: string): Promise<void> {
  await answered(api.POST("/api/v1/auth/second-factor", { body: { challenge, code } }));
  await sessionBegan();
}

/** Makes an account, the first of which becomes the administrator. @throws Refusal 400, 403, 422, 429 */
export async function register(account: { email: string; display_name: string; password: string }): Promise<void> {
  await answered(api.POST("/api/v1/auth/register", { body: account }));
  await sessionBegan();
}

/** Chooses the first password of an invited account, and logs in. @throws Refusal 404 for an old link, 422 */
export async function setFirstPassword(token: string, password: string): Promise<void> {
  await answered(api.POST("/api/v1/auth/set-password", { body: { token, password } }));
  await sessionBegan();
}

/** Completes a login with a passkey. @throws Refusal 401, 423 while it is locked, 429, and as `showPasskey` */
export async function enterPasskey({ challenge, passkey_options }: SecondStep): Promise<void> {
  const passkey = await showPasskey(passkey_options as Schemas["PasskeyRequestOptions"]);
  await answered(api.POST("/api/v1/auth/second-factor", { body: { challenge, passkey } }));
  await sessionBegan();
}

/** Logs in with a passkey alone. @throws Refusal 401, 423 while it is locked, 429, and as `showPasskey` */
export async function logInWithPasskey(): Promise<void> {
  const { challenge, options } = await answered(api.POST("/api/v1/auth/passkey/start"));
  const response = await showPasskey(options);
  await answered(api.POST("/api/v1/auth/passkey", { body: { challenge, response } }));
  await sessionBegan();
}

const callback = () => `${location.origin}/auth/callback`;

/** Goes to the identity provider, which sends the browser back to /auth/callback. @throws Refusal 400, 502 */
export async function beginSignOn(): Promise<void> {
  const { authorization_url } = await answered(
    api.POST("/api/v1/auth/sso/start", { body: { redirect_uri: callback() } }),
  );
  location.assign(authorization_url);
}

/** Logs in with what the identity provider sent back. @throws Refusal */
export async function finishSignOn(code: string, state: string | undefined): Promise<void> {
  await answered(api.POST("/api/v1/auth/sso/callback", { body: { code, state, redirect_uri: callback() } }));
  await sessionBegan();
}

const RENEWAL = 20 * 60_000;

/** Renews the session while somebody looks at the page, so that it doesn't end during work. */
export function renewWhileSeen(): void {
  setInterval(() => {
    const isSeen = document.visibilityState === "visible";
    if (isSeen && cache.getQueryData(meQuery.queryKey)) void api.POST("/api/v1/auth/refresh").catch(() => undefined);
  }, RENEWAL);
}

/** Ends the session. */
export async function logOut(): Promise<void> {
  await answered(api.POST("/api/v1/auth/logout"));
  forgetScenario();
  sessionEnded.update(() => true);
}

/** Reads everything again with the rights of another role. */
async function roleChanged(): Promise<void> {
  await cache.invalidateQueries({ queryKey: meQuery.queryKey });
  cache.removeQueries({ predicate: (one) => one.getObserversCount() === 0 && one.queryKey[0] !== "session" });
  await cache.invalidateQueries();
}

/** Shows the console as somebody with a role sees it. @throws Refusal 403 for a role that may do more */
export async function seeAs(role: string): Promise<void> {
  await answered(api.POST("/api/v1/auth/impersonate", { body: { role } }));
  await roleChanged();
}

/** Returns to the account's own role. */
export async function stopSeeingAs(): Promise<void> {
  await answered(api.POST("/api/v1/auth/stop-impersonating"));
  await roleChanged();
}
