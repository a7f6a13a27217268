/** The program of the thread that finds moments and makes former states. It loads no area, so that it needs little memory and starts soon. */
import { stateTasks } from "./core/states/tasks";
import type { ToReader } from "./core/threads/protocol";
import { readerOf } from "./core/threads/reader";

declare const self: Worker;

const receive = readerOf(self, stateTasks);
self.onmessage = ({ data }: MessageEvent<ToReader>) => void receive(data);
