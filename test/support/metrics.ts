/** Reads metrics in Prometheus' text format. */

/** The metrics of a moment. */
export type Scrape = {
  text: string;
  /** The names of the series, with `_bucket`, `_sum` and `_count` of histograms. */
  names: ReadonlySet<string>;
  /** Returns the value of a series that has these labels and no others; undefined without one. */
  value(name: string, labels: Record<string, string>): number | undefined;
};

const keyOf = (name: string, labels: Record<string, string>): string =>
  [name, ...Object.entries(labels).map(([label, value]) => `${label}="${value}"`)].toSorted().join(" ");

/** Reads the text of a scrape. @throws Error for a line that isn't of the format */
export function metricsIn(text: string): Scrape {
  const values = new Map<string, number>();
  const names = new Set<string>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("# HELP ") || line.startsWith("# TYPE ")) continue;
    const [, name, labels = "", value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`no metric: ${line}`);
    names.add(name);
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text]);
    values.set(keyOf(name, Object.fromEntries(pairs)), Number(value));
  }
  return { text, names, value: (name, labels) => values.get(keyOf(name, labels)) };
}
