/** The program of the thread that makes and checks backups. */
import { areas } from "./areas";
import { checksOf } from "./core/area";
import { backupThreadOf, type ToBackupThread } from "./core/backups/thread";

declare const self: Worker;

const receive = backupThreadOf(self, checksOf(areas));
self.onmessage = ({ data }: MessageEvent<ToBackupThread>) => void receive(data);
