/** Findings about the server's own certificate. */
import type { Config } from "../../config";
import { readCertificate, type UnusableCertificate } from "../../platform/certificate-files";
import { DAY, fromNow } from "../../platform/clock";
import { type Finding, fine, problem, warning } from "./finding";

/** The time before its end at which a certificate should have been renewed. */
const SOON = 14 * DAY;

/** Looks at the certificate in the files, which is that of the server unless it can't be used. */
export function findCertificate({ tls }: Config): Finding {
  if (!tls) return fine("certificate", "The server has no certificate of its own: TLS ends at a proxy, if at all.");
  try {
    const { expires_at } = readCertificate(tls);
    const text = `The certificate in ${tls.certificateFile}`;
    const advice = "Renew it: the server uses the new files within seconds.";
    if (expires_at < fromNow(0)) return problem("certificate", `${text} has expired at ${expires_at}.`, advice);
    return expires_at < fromNow(SOON)
      ? warning("certificate", `${text} expires at ${expires_at}.`, advice)
      : fine("certificate", `${text} is valid until ${expires_at}.`);
  } catch (error) {
    return problem(
      "certificate",
      `${(error as UnusableCertificate).message}.`,
      "Replace it by one that fits: a server that runs uses the former one until then, and none starts without.",
    );
  }
}
