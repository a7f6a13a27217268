/** The program of the writer thread. */
import { areas } from "./areas";
import { installAreas, threadTasksOf } from "./core/area";
import type { ToWriter } from "./core/threads/protocol";
import { writerOf } from "./core/threads/writer";

declare const self: Worker;

installAreas(areas);
const receive = writerOf(self, threadTasksOf(areas));
self.onmessage = ({ data }: MessageEvent<ToWriter>) => void receive(data);
// Loading the program needed some 15 MB that are returned here.
Bun.shrink();
