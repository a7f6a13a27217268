/** Lines that are drawn here. */
import { Cell, Geometry } from "@maxgraph/core";
import type { CellValue } from "./cells";
import { readStyle } from "./style";

const STYLE = "edgeStyle=orthogonalEdgeStyle;rounded=1;html=1;";

/** Returns a new line that leads nowhere yet. */
export function newLine(): Cell {
  const geometry = new Geometry();
  geometry.relative = true;
  const line = new Cell({ label: "", attributes: {} } satisfies CellValue, geometry, readStyle(STYLE));
  line.setEdge(true);
  return line;
}
