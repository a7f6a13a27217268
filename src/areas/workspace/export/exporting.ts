/** What the rows of an export are read with. */
import type { ReadConnection } from "../../../../db/read-connection";
import type { Assets } from "./assets";
import type { CardPaths } from "./card-paths";

/** An export that is being made. */
export type Exporting = { connection: ReadConnection; cards: CardPaths; assets: Assets };
