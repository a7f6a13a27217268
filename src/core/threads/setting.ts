/** The settings of a thread beside the server's own. */
import { configurePages } from "../../http/pagination";
import { configureSecrets } from "../../platform/crypto";
import { secretKey } from "../../platform/secrets";
import { configureMail } from "../settings/email";
import type { ThreadSetting } from "./protocol";

/** Configures what handlers need on any thread. */
export function configureThread(setting: ThreadSetting): void {
  configurePages(setting.pageSizeDefault, setting.pageSizeMax);
  configureSecrets(setting.secretKey ?? secretKey(setting.databaseFile));
  configureMail(setting.mail, setting.mailAllowsSelfSigned);
}
