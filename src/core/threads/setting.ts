/** The settings of a thread that is not the server's own. */
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { configurePages } from "../../http/pagination";
import { configureSecrets } from "../../platform/crypto";
import { installationKey } from "../../platform/secrets";
import { configureMail } from "../settings/email";
import type { ThreadSetting } from "./protocol";

/** The niceness by which this thread gives way to the server's own. */
const GIVES_WAY = 10;

/** Lets the server's thread go first where both want the same core. Only Linux has a niceness for each thread. */
function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), GIVES_WAY);
  } catch {
    // Without it long work is only a little more felt.
  }
}

/** Configures what handlers need on any thread, and gives way to the server's. */
export function configureThread(setting: ThreadSetting): void {
  giveWay();
  configurePages(setting.pageSizeDefault, setting.pageSizeMax);
  configureSecrets(installationKey(setting));
  configureMail(setting.mail, setting.mailAllowsSelfSigned);
}
