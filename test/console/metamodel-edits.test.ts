/** Edits of a metamodel as plain values. */
import { describe, expect, test } from "bun:test";
import { keyFor } from "../../src/console/metamodel/names";
import {
  configurationFor,
  movedField,
  movedSection,
  placedAt,
  withFieldAt,
  type withoutField,
} from "../../src/console/pages/metamodel/edits";

type Sections = Parameters<ReturnType<typeof withoutField>>[0];

const sectionsOf = (text: string): Sections =>
  text.split(" ").map((part) => {
    const [section = "", keys = ""] = part.split(":");
    return { section, fields: [...keys].map((key) => ({ key, label: key, type: "text" })) };
  });
const textOf = (sections: Sections): string =>
  sections.map(({ section, fields }) => `${section}:${fields.map(({ key }) => key).join("")}`).join(" ");

describe("a field", () => {
  test("moves within its section and into the next one", () => {
    const after = (key: string, step: 1 | -1) => textOf(movedField(key, step)(sectionsOf("A:ab B: C:cd")));
    expect(after("a", 1)).toBe("A:ba B: C:cd");
    expect(after("b", 1)).toBe("A:a B:b C:cd");
    expect(after("c", -1)).toBe("A:ab B:c C:d");
    expect(after("a", -1)).toBe("A:ab B: C:cd");
    expect(after("d", 1)).toBe("A:ab B: C:cd");
    expect(after("x", 1)).toBe("A:ab B: C:cd");
  });

  test("is where it was when it moves down and up again, from anywhere", () => {
    for (const key of "abcd")
      for (const step of [1, -1] as const) {
        const before = sectionsOf("A:ab B: C:cd");
        const there = movedField(key, step)(before);
        if (textOf(there) === textOf(before)) continue;
        expect(textOf(movedField(key, step === 1 ? -1 : 1)(there))).toBe("A:ab B: C:cd");
      }
  });

  test("comes to a place of another section, and stays where there is no such section", () => {
    expect(textOf(placedAt("a", { section: "C", at: 1 })(sectionsOf("A:ab C:cd")))).toBe("A:b C:cad");
    expect(textOf(placedAt("a", { section: "X", at: 1 })(sectionsOf("A:ab C:cd")))).toBe("A:ab C:cd");
  });

  test("isn't made twice when it is there already", () => {
    const field = { key: "a", label: "a", type: "text" };
    expect(textOf(withFieldAt(field, { section: "C", at: 0 })(sectionsOf("A:ab C:cd")))).toBe("A:ab C:cd");
    expect(textOf(withFieldAt(field, { section: "C", at: 0 })(sectionsOf("A:b C:cd")))).toBe("A:b C:acd");
  });
});

describe("the configuration of sections", () => {
  const config = {
    "custom:0": { hidden: true },
    "custom:1": { columns: 2 },
    __order: ["description", "custom:1", "custom:0"],
  };

  test("follows a section that moves", () => {
    const before = sectionsOf("A:a B:b");
    expect(configurationFor(config, before, movedSection("A", 1)(before))).toEqual({
      "custom:1": { hidden: true },
      "custom:0": { columns: 2 },
      __order: ["description", "custom:0", "custom:1"],
    });
  });

  test("leaves with a section that is removed, and stays with one that is renamed", () => {
    const before = sectionsOf("A:a B:b");
    expect(configurationFor(config, before, sectionsOf("B:b"))).toEqual({
      "custom:0": { columns: 2 },
      __order: ["description", "custom:0"],
    });
    expect(configurationFor(config, before, sectionsOf("Z:a B:b"), { A: "Z" })).toEqual(config);
  });

  test("doesn't count the fields in the description", () => {
    const before = sectionsOf("__description:x A:a B:b");
    expect(configurationFor(config, before, sectionsOf("A:a __description:x B:b"))).toEqual(config);
  });
});

test("a key is made of the letters and digits of a name, and is unlike all others", () => {
  expect(keyFor("Notice period (days)", new Set())).toBe("noticePeriodDays");
  expect(keyFor("Kündigungsfrist", new Set(["kundigungsfrist"]))).toBe("kundigungsfrist2");
  expect(keyFor("24 h", new Set())).toBe("field24H");
  expect(keyFor("契約", new Set(["field"]))).toBe("field2");
});
