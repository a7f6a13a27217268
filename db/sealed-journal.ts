/** The seals of a journal in a database file, for whoever compares an export with it; also while a server uses the file. */
import { openAsIs, unusable } from "./files";
import { sealSql } from "./hash-chain";

/** The seals of a journal. */
export type SealedJournal = {
  /** Returns the seals of some events by their numbers; those that have none are missing. */
  sealsOf(numbers: readonly number[]): Map<number, string>;
  /** Returns the number of sealed events after one. */
  countAfter(number: number): number;
  close(): void;
};

/** Opens the journal of a database. @throws UnusableDatabase */
export function openSealedJournal(file: string): SealedJournal {
  const sqlite = openAsIs(file);
  try {
    const seals = sqlite.query<{ seq: number; seal: string }, [string]>(
      `SELECT seq, ${sealSql("seal")} AS seal FROM events
       WHERE seq IN (SELECT value FROM json_each(?)) AND seal IS NOT NULL`,
    );
    const later = sqlite.query<{ count: number }, [number]>(
      "SELECT count(*) AS count FROM events WHERE seq > ? AND seal IS NOT NULL",
    );
    return {
      sealsOf: (numbers) => new Map(seals.all(JSON.stringify(numbers)).map(({ seq, seal }) => [seq, seal])),
      countAfter: (number) => later.get(number)?.count ?? 0,
      close: () => sqlite.close(),
    };
  } catch (error) {
    sqlite.close();
    throw unusable(file, error);
  }
}
