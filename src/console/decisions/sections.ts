/** The sections of a statement of architecture work: those that each has, and those that clients add. */
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { isBlank } from "../rich-text/html";
import { contentOf } from "./changes";

/** The headings of every statement, by their groups. */
export const GROUPS = [
  {
    key: "1",
    heading: msg`Project`,
    sections: [
      { key: "1.1", heading: msg`Request and background` },
      { key: "1.2", heading: msg`Description and scope` },
    ],
  },
  {
    key: "2",
    heading: msg`Architecture vision`,
    sections: [
      { key: "2.1", heading: msg`Overview of the vision` },
      { key: "2.2", heading: msg`Objectives it serves` },
    ],
  },
  {
    key: "3",
    heading: msg`Ways of working`,
    sections: [
      { key: "3.1", heading: msg`Roles and responsibilities` },
      { key: "3.2", heading: msg`Procedure for changes of scope` },
    ],
  },
  {
    key: "4",
    heading: msg`Work`,
    sections: [
      { key: "4.1", heading: msg`Deliverables` },
      { key: "4.2", heading: msg`Plan and schedule` },
    ],
  },
  {
    key: "5",
    heading: msg`Acceptance`,
    sections: [
      { key: "5.1", heading: msg`Criteria` },
      { key: "5.2", heading: msg`Approvals` },
    ],
  },
] as const;

const OWN = new Set<string>(GROUPS.flatMap(({ sections }) => sections.map(({ key }) => key)));

/** A table in a section, as clients store it. */
export type TableData = { columns: string[]; rows: string[][] };

/** A section as it is shown. */
export type ShownSection = { key: string; number?: string; heading: string; content: string | null; stored: unknown };
export type ShownGroup = { key: string; heading: string; sections: ShownSection[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the table of a section; undefined when it has none. */
export function tableIn(stored: unknown): TableData | undefined {
  const table = isObject(stored) ? stored["table_data"] : undefined;
  return isObject(table) && Array.isArray(table["columns"]) && Array.isArray(table["rows"])
    ? (table as unknown as TableData)
    : undefined;
}

/** Returns the phases of a section with their texts; undefined when it has none. */
export function phasesIn(stored: unknown): Record<string, string> | undefined {
  const phases = isObject(stored) ? stored["togaf_data"] : undefined;
  return isObject(phases) ? (phases as Record<string, string>) : undefined;
}

/** Checks whether something is written in a section. */
export const isWritten = ({ content, stored }: ShownSection): boolean =>
  !isBlank(content) || tableIn(stored) !== undefined || phasesIn(stored) !== undefined;

const isHidden = (stored: unknown): boolean => isObject(stored) && stored["hidden"] === true;

/** Gives the sections of a statement by their groups; what clients have added stands in a group of its own. */
export function useSections(): (sections: Record<string, unknown>) => ShownGroup[] {
  const { t, i18n } = useLingui();
  return (sections) => {
    const own = GROUPS.map(({ key, heading, sections: members }) => ({
      key,
      heading: i18n._(heading),
      sections: members
        .filter((member) => !isHidden(sections[member.key]))
        .map((member) => ({
          key: member.key,
          number: member.key,
          heading: i18n._(member.heading),
          content: contentOf(sections[member.key]),
          stored: sections[member.key],
        })),
    }));
    const added = Object.entries(sections)
      .filter(([key, stored]) => !OWN.has(key) && !isHidden(stored))
      .map(([key, stored]) => ({
        key,
        heading: isObject(stored) && typeof stored["title"] === "string" ? stored["title"] : key,
        content: contentOf(stored),
        stored,
      }));
    return added.length > 0 ? [...own, { key: "added", heading: t`Further sections`, sections: added }] : own;
  };
}
