/** Reading BPMN: documents of many tools, what is refused and why, and input that is meant to do harm. */
import { describe, expect, test } from "bun:test";
import { readElements } from "../../../src/areas/bpm/bpmn/elements";
import { Unreadable } from "../../../src/areas/bpm/bpmn/xml";
import { type Random, randomFrom } from "../../support/openapi";
import { documentOf, MODEL, simpleBpmn } from "./documents";
import { readByLibrary } from "./library";

const idsOf = (xml: string) => readElements(xml).map(({ bpmn_element_id }) => bpmn_element_id);

describe("documents of many tools", () => {
  test("are read as their tools made them: 600 of them", () => {
    for (let seed = 0; seed < 600; seed++) {
      const { xml, expected } = documentOf(randomFrom(seed));
      expect(readElements(xml), `seed ${seed}\n${xml}`).toEqual(expected);
    }
  });

  test("are read by the field's own library with the same result", async () => {
    for (let seed = 0; seed < 300; seed++) {
      const { xml } = documentOf(randomFrom(seed));
      // The library leaves spaces around references and line breaks of the text as they are.
      const plain = xml.replace(/>\s*([^<>\s]+)\s*<(\/[\w:-]*flowNodeRef)/g, ">$1<$2");
      const own = readElements(plain).map(({ bpmn_element_id, element_type, name, lane_name }) => ({
        ...{ bpmn_element_id, element_type, name, lane_name },
      }));
      const { elements } = await readByLibrary(plain);
      expect(own, `seed ${seed}\n${xml}`).toEqual(elements as typeof own);
    }
  });
});

describe("the elements of a document", () => {
  test("are listed by kind, then in the order of the document", () => {
    const xml = simpleBpmn('<startEvent id="s"/>', '<userTask id="u"/>', '<task id="b"/>', '<task id="a"/>');
    expect(readElements(xml).map((element) => [element.bpmn_element_id, element.sequence_order])).toEqual([
      ["b", 0],
      ["a", 1],
      ["u", 2],
      ["s", 3],
    ]);
  });

  test("need an id, and the first of several with one id counts", () => {
    const xml = simpleBpmn(
      "<task/>",
      '<task id=""/>',
      '<userTask id="x" name="second"/>',
      '<task id="x" name="first"/>',
    );
    expect(readElements(xml)).toMatchObject([{ bpmn_element_id: "x", name: "first", element_type: "task" }]);
  });

  test("can have ids that are no names in XML", () => {
    expect(idsOf(simpleBpmn('<task id="Prüfung 1"/>', '<task id="1:{a}"/>', '<task id="__proto__"/>'))).toEqual([
      "Prüfung 1",
      "1:{a}",
      "__proto__",
    ]);
  });

  test("have names with their references resolved and their line breaks normalised", () => {
    expect(readElements(simpleBpmn('<task id="a" name="x\ny&#10;z &amp; &#x1F69A;"/>'))[0]?.name).toBe("x y\nz & 🚚");
  });

  test("are documented by the first text, up to its first tag", () => {
    const documented = (inside: string) => readElements(simpleBpmn(`<task id="a">${inside}</task>`))[0]?.documentation;
    expect(documented("<documentation> a <![CDATA[< b]]> <i>c</i> d</documentation>")).toBe(" a < b ");
    expect(documented("<documentation/><documentation>second</documentation>")).toBeNull();
    expect(documented("<extensionElements><documentation>deeper</documentation></extensionElements>")).toBeNull();
  });

  test("are in the last lane that names them, and have an empty lane name without one", () => {
    const lane = (name: string, inside: string) => `<lane${name && ` name="${name}"`}>${inside}</lane>`;
    const ref = "<flowNodeRef>a</flowNodeRef>";
    const laneOf = (lanes: string) =>
      readElements(simpleBpmn(`<laneSet>${lanes}</laneSet>`, '<task id="a"/>'))[0]?.lane_name;
    expect(laneOf(lane("Outer", `<childLaneSet>${lane("Inner", ref)}</childLaneSet>${ref}`))).toBe("Inner");
    expect(laneOf(lane("First", ref) + lane("", ref))).toBe("");
    expect(laneOf(lane("Other", "<flowNodeRef>b</flowNodeRef>"))).toBeNull();
  });

  test.each([
    ["another root", "<bpmn>test</bpmn>"],
    ["no namespace", '<definitions><process><task id="a"/></process></definitions>'],
    ["another namespace", '<definitions xmlns="urn:x"><task id="a"/></definitions>'],
    ["a part of BPMN as its root", `<process xmlns="${MODEL}"><task id="a"/></process>`],
  ])("are not found in XML with %s", (_, xml) => {
    expect(readElements(xml)).toEqual([]);
  });
});

describe("a document", () => {
  test.each([
    ["that is empty", "", 1, /root element/],
    ["that is no XML", "hello", 1, /outside of root/],
    ["with a tag that is not closed", "<a>\n\n<b></a>", 3, /close tag/],
    ["that breaks off", "<a>\n<b", 2, /unexpected end|unclosed/],
    ["with two roots", "<a/>\n<b/>", 2, /root/],
    ["with text before its declaration", 'x<?xml version="1.0"?><a/>', 1, /outside of root/],
    ["with an attribute twice", '<a\n x="1" x="2"/>', 2, /duplicate attribute/],
    ["with an attribute without quotes", "<a x=1/>", 1, /unquoted/],
    ["with a prefix that is not declared", "\n<p:a/>", 2, /prefix/],
    ["with an entity that is not declared", "<a>\n&x;</a>", 2, /entity/],
    ["with a character that XML doesn't have", "<a>\n\u0001</a>", 2, /character/],
    ["with a DOCTYPE", "\n<!DOCTYPE a><a/>", 2, /DOCTYPE/],
    ["with entities of its own", '<!DOCTYPE a [<!ENTITY x "y">]>\n<a>&x;</a>', 1, /DOCTYPE/],
    ["with an entity from outside", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 1, /DOCTYPE/],
    ["that is nested too deeply", "<a>".repeat(101) + "</a>".repeat(101), 1, /100 levels/],
    ["of too many elements", `<a>${"<b/>".repeat(50_000)}</a>`, 1, /50000 XML elements/],
    [
      "with too many tasks",
      simpleBpmn(...Array.from({ length: 5_001 }, (_, n) => `<task id="t${n}"/>`)),
      1,
      /5000 tasks/,
    ],
    ["with an id that is too long", simpleBpmn(`\n<task id="${"x".repeat(201)}"/>`), 2, /id of an element.*200/],
    [
      "with a name that is too long",
      simpleBpmn(`<task id="a" name="${"x".repeat(501)}"/>`),
      1,
      /name of an element.*500/,
    ],
    [
      "with a lane that is too long",
      simpleBpmn(`<laneSet><lane name="${"x".repeat(201)}"/></laneSet>`),
      1,
      /lane.*200/,
    ],
  ] as const)("%s is refused with line and reason", (_, xml, line, reason) => {
    expect(() => readElements(xml)).toThrow(Unreadable);
    try {
      readElements(xml);
    } catch (error) {
      expect(error).toMatchObject({ line, reason: expect.stringMatching(reason) });
    }
  });
});

describe("hostile input", () => {
  const MB = 1024 * 1024;
  const attributes = Array.from({ length: 250_000 }, (_, index) => `a${index}="xxxxxxxx"`).join(" ");
  const namespaces = Array.from({ length: 100_000 }, (_, index) => `xmlns:n${index}="u${index}"`).join(" ");
  const bombs: [what: string, xml: string][] = [
    ["5 MB of attributes", simpleBpmn(`<task id="a" ${attributes}/>`)],
    ["as many namespaces", `<definitions xmlns="${MODEL}" ${namespaces}>${"<x/>".repeat(40_000)}</definitions>`],
    ["elements that BPMN doesn't know", simpleBpmn("<unknown/>".repeat(49_000), " ".repeat(4 * MB))],
    ["one long text", simpleBpmn(`<task id="a"><documentation>${"x&amp;".repeat(MB / 2)}</documentation></task>`)],
    ["a CDATA section that nearly ends", simpleBpmn(`<x><![CDATA[${"]]".repeat(2 * MB)}]]></x>`)],
    ["comments", simpleBpmn("<!-- - - -->".repeat(400_000))],
  ];

  test.each(bombs)("is read without leaving garbage in memory: %s", (_, xml) => {
    readElements(xml);
    Bun.gc(true);
    const before = process.memoryUsage().heapUsed;
    readElements(xml);
    Bun.gc(true);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * MB);
  });

  test("is refused before the first of a billion laughs", () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
    const xml = `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><a>&l9;</a>`;
    expect(() => readElements(xml)).toThrow("DOCTYPE");
  });

  /** Returns a document with a few places changed. */
  function mutated(xml: string, random: Random): string {
    const pieces = [
      "<",
      ">",
      "&",
      '"',
      "'",
      "/",
      "<![CDATA[",
      "]]>",
      "<!--",
      "-->",
      "&#0;",
      "&lt",
      "\u0000",
      "\ud800",
      "xmlns",
      ":",
      "<task id='a'>",
      "</task>",
    ];
    let text = xml;
    for (let times = 1 + random.whole(4); times > 0; times--) {
      const at = random.whole(text.length);
      const removed = random() < 0.5 ? random.whole(40) : 0;
      text = text.slice(0, at) + (random() < 0.7 ? random.pick(pieces) : "") + text.slice(at + removed);
    }
    return text;
  }

  test("is read or refused with a line and a reason in 5,000 broken documents", () => {
    let refused = 0;
    for (let seed = 0; seed < 5_000; seed++) {
      const random = randomFrom(seed);
      const xml = mutated(documentOf(random).xml, random);
      try {
        readElements(xml);
      } catch (error) {
        refused++;
        expect(error, `seed ${seed}`).toBeInstanceOf(Unreadable);
        const { line, reason } = error as Unreadable;
        expect(
          { line: line > 0 && line <= xml.split(/\r\n|\r|\n/).length, reason: reason.length > 5 },
          `seed ${seed}: ${line} ${reason}`,
        ).toEqual({ line: true, reason: true });
      }
    }
    expect(refused).toBeGreaterThan(2_500);
  });
});
