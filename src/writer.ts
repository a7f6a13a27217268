/** The program of the writer thread. */
import { areas } from "./areas";
import { installAreas, threadOperationsOf } from "./core/area";
import type { ToWriter } from "./core/threads/protocol";
import { writerOf } from "./core/threads/writer";

declare const self: Worker;

installAreas(areas);
const receive = writerOf(self, threadOperationsOf(areas));
self.onmessage = ({ data }: MessageEvent<ToWriter>) => void receive(data);
// What only loading the program has needed, some 15 MB.
Bun.shrink();
