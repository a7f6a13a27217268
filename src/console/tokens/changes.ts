/** Access tokens, made and revoked. */
import { t } from "@lingui/core/macro";
import { feedTokensQuery } from "../feeds/queries";
import { shown, tryChange } from "../server/changes";
import { answered, api } from "../server/client";
import { cache } from "../server/queries";
import { type NewToken, type Owner, type Token, tokensQuery } from "./queries";

/** Reads the lists again in which a token stands. */
const refresh = (owner: Owner) =>
  Promise.all(
    [tokensQuery(owner).queryKey, feedTokensQuery.queryKey].map((queryKey) => cache.invalidateQueries({ queryKey })),
  );

/** Makes a token. @returns the token itself, which is never shown again @throws Refusal */
export async function createToken(owner: Owner, body: NewToken): Promise<string> {
  const { token } = await answered(
    owner === undefined
      ? api.POST("/api/v1/users/me/tokens", { body })
      : api.POST("/api/v1/users/{user_id}/tokens", { params: { path: { user_id: owner } }, body }),
  );
  await refresh(owner);
  return token;
}

/** Revokes a token for good. */
export async function revokeToken(owner: Owner, { id, name }: Token): Promise<void> {
  const isRevoked = await tryChange({
    sentence: t`${name} opens nothing any more`,
    show: [shown(tokensQuery(owner), (before) => before.filter((one) => one.id !== id))],
    send: () =>
      owner === undefined
        ? api.DELETE("/api/v1/users/me/tokens/{token_id}", { params: { path: { token_id: id } } })
        : api.DELETE("/api/v1/users/{user_id}/tokens/{token_id}", {
            params: { path: { user_id: owner, token_id: id } },
          }),
  });
  if (isRevoked) await refresh(owner);
}
