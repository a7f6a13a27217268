import { expect, test } from "bun:test";
import { sanitizeRichText } from "../../src/core/rich-text";

test.each([
  ["plain text", "Move to Postgres & keep 2 < 3", "Move to Postgres & keep 2 < 3"],
  ["entities without markup", "&lt;b&gt; &amp;", "&lt;b&gt; &amp;"],
  ["what an editor writes", "<p>We <strong>move</strong>.</p>", "<p>We <strong>move</strong>.</p>"],
  ["a script", "<p>a</p><script>alert(1)</script>", "<p>a</p>"],
  ["a handler", '<img src="https://a.example/x.png" onerror="alert(1)" />', '<img src="https://a.example/x.png" />'],
  ["a link that runs", '<a href="javascript:alert(1)">x</a>', "<a>x</a>"],
  ["a frame", '<iframe src="https://a.example"></iframe>text', "text"],
  ["styles", '<p style="position:fixed">x</p><style>p{}</style>', "<p>x</p>"],
  ["a drawing that runs", "<svg onload=alert(1)><p>x</p></svg>", "<p>x</p>"],
  ["a tag that is not closed", "<b>x", "<b>x</b>"],
])("rich text with %s is sanitized", (_, text, clean) => {
  expect(sanitizeRichText(text, ["body"])).toBe(clean);
  expect(sanitizeRichText(clean, ["body"])).toBe(clean);
});

test("tags that are nested too deeply are refused with the field and the rule", () => {
  const nested = (levels: number) => "<b>".repeat(levels) + "</b>".repeat(levels);
  expect(sanitizeRichText(nested(100), ["body"])).toBe(nested(100));
  for (const text of [nested(101), "<b>".repeat(30_000), "<x>".repeat(30_000)])
    expect(() => sanitizeRichText(text, ["body", "context"])).toThrow(
      expect.objectContaining({
        status: 422,
        detail: [expect.objectContaining({ loc: ["body", "context"], msg: expect.stringContaining("100 levels") })],
      }),
    );
});
