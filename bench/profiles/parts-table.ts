/** Parts of a time, as a table. */

/**
 * Returns a table of the parts of something, with their shares.
 * @param times part → microseconds
 */
export function partsTable(column: string, times: [part: string, microseconds: number][]): string {
  const total = times.reduce((sum, [, time]) => sum + time, 0);
  const rows = times.map(
    ([part, time]) => `| ${part} | ${time.toFixed(0)} µs | ${((100 * time) / total).toFixed(0)} % |`,
  );
  return `| Part | ${column} | Share |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
}
