/** The servers of crash tests, and what these look at in a file between two servers. */
import { afterAll, beforeAll } from "bun:test";
import { behindItsBack, findingsOf } from "../support/databases";
import { withAdministrator } from "../support/executable";
import { json, type Outside, startOutside } from "../support/outside";
import { END_LEASES } from "../support/runs";

/** Returns the environments of servers that are killed. Must be called among the tests, because one needs a peer. */
export function crashSetting() {
  let ollama: Outside;
  beforeAll(async () => {
    ollama = await startOutside((_, response) => json(response, { models: [] }));
  });
  afterAll(() => ollama.stop());
  return {
    environment: () => ({
      ...withAdministrator,
      ALLOW_PRIVATE_ADDRESSES: "true",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      SYNC_ANSWER_WAIT_SECONDS: "0",
      EOL_REFRESH: "false",
    }),
    /** Makes a start load a model. */
    withModel: () => ({ AI_AUTO_CONFIGURE: "true", AI_PROVIDER_URL: ollama.url, AI_MODEL: "m" }),
  };
}

/** Ends the leases of a process that was killed, and the pauses of its runs; they would end by themselves. */
export const endLeases = (file: string): void => behindItsBack(file, (sqlite) => void sqlite.run(END_LEASES));

type RunRow = { state: string; attempts: number; error: string | null };

/** Finds the last run of a kind. */
export const lastRun = (file: string, kind: string): RunRow | null =>
  behindItsBack(file, (sqlite) =>
    sqlite
      .query<RunRow, string>("SELECT state, attempts, error FROM runs WHERE kind = ? ORDER BY seq DESC LIMIT 1")
      .get(kind),
  );

/** Lists what `stoa check` finds wrong with a file. */
export const problemsOf = (file: string): ReturnType<typeof findingsOf> =>
  findingsOf(file).filter(({ problem }) => problem !== undefined);
