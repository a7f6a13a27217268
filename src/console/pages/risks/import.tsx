/** The import of a file of risks, whose columns are those of the register's export. */
import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { isBlank, rowsOf } from "../../import/file";
import { ImportPreview } from "../../import/preview";
import type { ImportReport } from "../../import/rows";
import { categoryWords, impactWords, probabilityWords, statusWords } from "../../risks/words";
import { tryChange } from "../../server/changes";
import { answered, api, type Schemas } from "../../server/client";
import { cache } from "../../server/queries";
import { Refusal } from "../../server/refusal";

type Field = { name: string; label: string; words?: Record<string, string> };

/** Returns the fields that a row can have, as the API names them and as the page does. */
const fields = (): Field[] => [
  { name: "reference", label: t`Reference` },
  { name: "title", label: t`Title` },
  { name: "description", label: t`Description` },
  { name: "category", label: t`Category`, words: categoryWords() },
  { name: "initial_probability", label: t`Probability`, words: probabilityWords() },
  { name: "initial_impact", label: t`Impact`, words: impactWords() },
  { name: "residual_probability", label: t`Probability that is left`, words: probabilityWords() },
  { name: "residual_impact", label: t`Impact that is left`, words: impactWords() },
  { name: "status", label: t`State`, words: statusWords() },
  { name: "owner_email", label: t`Mail of the owner` },
  { name: "owner_name", label: t`Owner` },
  { name: "target_resolution_date", label: t`Due` },
  { name: "cards", label: t`Cards` },
];

const plain = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns what a cell means: the key of a word of the page, or its text. */
function meaningOf({ words = {} }: Field, text: string): string {
  const wanted = plain(text);
  return (
    Object.keys(words).find((key) => [key, words[key] ?? ""].some((word) => plain(word) === wanted)) ?? text.trim()
  );
}

type Table = { columns: (Field | undefined)[]; heads: string[]; rows: { number: number; texts: string[] }[] };

/** Reads a file. @throws Refusal when it is no spreadsheet, or names no titles */
async function tableOf(file: File): Promise<Table> {
  const read = await rowsOf(file).catch(() => {
    throw new Refusal(422, t`The file can't be read.`);
  });
  const [{ texts: heads } = { texts: [] }, ...rows] = read
    .map((texts, at) => ({ number: at + 1, texts }))
    .filter(({ texts }) => !isBlank(texts));
  const known = fields();
  const columns = heads.map((head) =>
    known.find(({ name, label }) => [name, label].some((word) => plain(word) === plain(head))),
  );
  if (!columns.some((column) => column?.name === "title"))
    throw new Refusal(422, t`The first row has no heading “Title”.`);
  return { columns, heads, rows };
}

/** Returns the rows as the API takes them. */
const itemsOf = ({ columns, rows }: Table) =>
  rows.map(({ number, texts }) => {
    const item: Record<string, unknown> = { row_index: number, title: "" };
    for (const [at, column] of columns.entries()) {
      const text = texts[at] ?? "";
      if (!column || text.trim() === "") continue;
      if (column.name === "cards") item["card_names"] = text.split(/[;\n]/).map((name) => name.trim());
      else item[column.name] = meaningOf(column, text);
    }
    return item;
  });

async function send(file: File, isRehearsal: boolean) {
  const table = await tableOf(file);
  const items = itemsOf(table) as never;
  return { table, reply: await api.POST("/api/v1/risks/bulk-import", { body: { items, dry_run: isRehearsal } }) };
}

const SIGNS = { created: "create", skipped: "same", failed: "refused" } as const;

/** Returns what the server says as rows. */
function reportOf({ columns, heads, rows }: Table, { results }: Schemas["RiskImportReport"]): ImportReport {
  const byNumber = new Map(rows.map(({ number, texts }) => [number, texts]));
  const title = columns.findIndex((column) => column?.name === "title");
  return {
    rows: results.map(({ row_index, status, error, warnings, reference }) => {
      const texts = byNumber.get(row_index) ?? [];
      return {
        number: row_index,
        sign: SIGNS[status],
        name: texts[title] ?? "",
        facts: columns.flatMap((column, at) => {
          const text = texts[at]?.trim() ?? "";
          if (!column || text === "" || at === title) return [];
          return [{ label: column.label, value: column.words?.[meaningOf(column, text)] ?? text }];
        }),
        remark:
          error ??
          (status === "skipped" ? t`${reference ?? ""} is in the register already.` : warnings.join("; ") || undefined),
      };
    }),
    unread: heads.filter((_, at) => columns[at] === undefined),
  };
}

/** Shows the import. */
export function RiskImport({ close }: { close: () => void }) {
  const { t } = useLingui();
  const write = async (file: File, count: number) => {
    const isWritten = await tryChange({
      sentence: plural(count, { one: "# risk imported", other: "# risks imported" }),
      send: async () => (await send(file, false)).reply,
    });
    void cache.invalidateQueries({ queryKey: ["risks"] });
    return isWritten;
  };
  return (
    <ImportPreview
      of={["risks"]}
      title={t`Risk register`}
      help={
        <Trans>
          Its columns are those of the export, by their headings; only “Title” is needed. A row whose reference is in
          the register is left out.
        </Trans>
      }
      judge={async (file) => {
        const { table, reply } = await send(file, true);
        return reportOf(table, await answered(Promise.resolve(reply)));
      }}
      write={write}
      close={close}
    />
  );
}
