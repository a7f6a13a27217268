/** The alert rules and the dashboard in packaging/, against what a server measures. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { metricsIn } from "../support/metrics";
import { clientAs, testServer } from "../support/server";
import { until } from "../support/waiting";

const folder = join(import.meta.dir, "../../packaging/metrics");
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const token = "a-token-of-prometheus";
const server = testServer({ METRICS_TOKEN: token });
const admin = clientAs(server, "admin");

type Rule = { alert: string; expr: string; annotations: { summary: string; description: string } };
const rules = (): Rule[] => (YAML.parse(textOf("alerts.yml")) as { groups: { rules: Rule[] }[] }).groups[0]!.rules;

type Panel = { title: string; gridPos: Record<"x" | "y" | "w" | "h", number>; targets?: { expr: string }[] };
const panels = (): Panel[] => JSON.parse(textOf("dashboard.json")).panels;
const queries = () => panels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Returns the metrics in an expression. */
const namesIn = (expression: string) => expression.match(/\b(?:stoa|process)_[a-z_]+\b/g) ?? [];

/** Returns the names of everything that a server measures; of a backup there is an age only once there is one. */
async function measured(): Promise<ReadonlySet<string>> {
  await admin.get("/cards");
  return until(async () => {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    const declared = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string);
    const { names } = metricsIn(text);
    return names.has("stoa_event_loop_lag_seconds_bucket") ? new Set([...names, ...declared]) : undefined;
  }, "all metrics");
}

test("each metric that a rule or the dashboard names exists, and each that exists is named by one of them", async () => {
  const known = await measured();
  const used = [...rules().map(({ expr }) => expr), ...queries()].flatMap(namesIn);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  const base = (name: string) => name.replace(/_(bucket|sum|count)$/, "");
  const unused = new Set([...known].map(base)).difference(new Set(used.map(base)));
  expect([...unused]).toEqual([]);
  const page = readFileSync(join(import.meta.dir, "../../docs/administration/metrics.md"), "utf8");
  expect([...known].map(base).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("each rule has a name of its own, a summary and what to do", () => {
  expect(new Set(rules().map(({ alert }) => alert)).size).toBe(rules().length);
  for (const { alert, annotations } of rules()) {
    expect(alert).toMatch(/^Stoa[A-Za-z]+$/);
    expect(annotations.summary.length).toBeGreaterThan(20);
    expect(annotations.description.length).toBeGreaterThan(20);
  }
});

test("Prometheus' own tool accepts the rules and what a server measures, where it is installed", async () => {
  const tool = Bun.which("promtool");
  expect(rules().length).toBeGreaterThan(5);
  if (!tool) return;
  const ofRules = Bun.spawnSync([tool, "check", "rules", join(folder, "alerts.yml")]);
  expect([ofRules.exitCode, ofRules.stderr.toString()]).toEqual([0, ""]);
  const scrape = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const ofScrape = Bun.spawnSync([tool, "check", "metrics"], { stdin: await scrape.bytes() });
  expect([ofScrape.exitCode, ofScrape.stderr.toString()]).toEqual([0, ""]);
});

test("no panel of the dashboard covers another one", () => {
  const all = panels();
  for (const [index, { gridPos: one, title }] of all.entries())
    for (const { gridPos: other, title: second } of all.slice(index + 1)) {
      const isApart =
        one.x + one.w <= other.x ||
        other.x + other.w <= one.x ||
        one.y + one.h <= other.y ||
        other.y + other.h <= one.y;
      expect([title, second, isApart]).toEqual([title, second, true]);
    }
});
