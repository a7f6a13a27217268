/** The import of a file into the inventory, with the columns of the export. */
import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components";
import { saveCards } from "../../cards/changes";
import type { ListedField } from "../../cards/listed-fields";
import { ImportPreview } from "../../import/preview";
import type { ImportReport } from "../../import/rows";
import { type CardType, labelOf } from "../../metamodel/queries";
import { answered, api, formOf, type Schemas } from "../../server/client";
import { useMay } from "../../server/session";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";

type CardImportProps = { type: CardType | undefined; fields: readonly ListedField[]; close: () => void };

/** The facts that every card has which is made, and which are therefore not named. */
const OF_EVERY_NEW_CARD = new Set(["name", "type", "status"]);

/** Returns a value of a card as a text. */
function textOf(value: unknown, field: ListedField | undefined): string {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.map((one) => textOf(one, field)).join(", ");
  if (typeof value === "object") return "name" in value ? String(value.name) : JSON.stringify(value);
  return field?.values?.find((one) => one.value === value)?.label ?? String(value);
}

/** Returns why a row is refused in the words of the page, as far as it names a field. */
function remarkOf(error: string, fields: readonly ListedField[]): string {
  const [, name = "", reason = ""] = /^([\w.]+): (.*)$/s.exec(error) ?? [];
  const field = fields.find(({ condition }) => condition === name);
  if (!field) return error;
  const values = field.values?.map(({ label }) => label).join(", ");
  return values && reason.startsWith("must be one of")
    ? t`${field.label} must be one of: ${values}`
    : `${field.label}: ${reason}`;
}

/** Returns what the server says as rows. */
function reportOf(
  { results, rows, columns }: Schemas["CardImportResult"],
  fields: readonly ListedField[],
): ImportReport {
  return {
    rows: results.map((result, at) => ({
      number: rows[at] ?? at + 1,
      sign: result.status,
      name: result.name ?? "",
      facts: Object.entries(result.changes)
        .filter(([name]) => result.status !== "create" || !OF_EVERY_NEW_CARD.has(name))
        .map(([name, { old, new: value }]) => {
          const field = fields.find((one) => one.name === name);
          const label = field?.label ?? name.replace(/^(attributes|lifecycle)\./, "");
          const before = old === null || old === undefined ? undefined : textOf(old, field);
          return { label, before, value: textOf(value, field) };
        }),
      remark: result.error ? remarkOf(result.error, fields) : undefined,
    })),
    unread: columns.filter(({ use }) => use === "unknown").map(({ head }) => head),
  };
}

/** Shows the import. */
export function CardImport({ type, fields, close }: CardImportProps) {
  const { t } = useLingui();
  const [clears, setClears] = useState(false);
  const mayCreate = useMay("inventory.create");
  const send = (file: File, isRehearsal: boolean) =>
    api.POST("/api/v1/cards/import", {
      body: { file } as never,
      bodySerializer: () =>
        formOf({
          file,
          ...(type && { type: type.key }),
          empty: clears ? "clear" : "keep",
          create: String(mayCreate),
          dry_run: String(isRehearsal),
          on_error: "skip",
        }),
    });
  return (
    <ImportPreview
      of={["cards", type?.key ?? "", String(clears)]}
      title={type ? labelOf(type) : t`Inventory`}
      help={
        type ? (
          <Trans>
            Its columns are those of the export, by their headings; a card is found by its id, or else by its name.
          </Trans>
        ) : (
          <Trans>
            Its columns are those of the export, with one for the type; a card is found by its id, or else by its name.
          </Trans>
        )
      }
      settings={
        <>
          <span className="t12 c3">
            <Trans>Empty cells</Trans>
          </span>
          <Menu
            label={t`Empty cells`}
            trigger={
              <Button className="chip paste-chip">
                {clears ? <Trans>clear the value</Trans> : <Trans>leave as it is</Trans>}
                <Icon of={ChevronDown} size={12} />
              </Button>
            }
            entries={[
              { id: "leave", label: t`leave as it is`, isChosen: !clears, run: () => setClears(false) },
              { id: "clear", label: t`clear the value`, isChosen: clears, run: () => setClears(true) },
            ]}
          />
        </>
      }
      judge={async (file) => reportOf(await answered(send(file, true)), fields)}
      write={(file, count) =>
        saveCards(plural(count, { one: "# row imported", other: "# rows imported" }), () => send(file, false))
      }
      close={close}
    />
  );
}
