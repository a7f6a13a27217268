/** The program of a reader thread. */
import { areas } from "./areas";
import { installAreas, threadTasksOf } from "./core/area";
import type { ToReader } from "./core/threads/protocol";
import { readerOf } from "./core/threads/reader";

declare const self: Worker;

installAreas(areas);
const receive = readerOf(self, threadTasksOf(areas));
self.onmessage = ({ data }: MessageEvent<ToReader>) => void receive(data);
// Loading the program needed some 15 MB that are returned here.
Bun.shrink();
