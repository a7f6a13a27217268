/** Arranges a drawing next to the page's own thread. */
import { type Link, layered, type Node } from "./layers";

type Question = { nodes: readonly Node[]; links: readonly Link[] };

self.addEventListener("message", ({ data: { nodes, links } }: MessageEvent<Question>) =>
  self.postMessage(layered(nodes, links)),
);
