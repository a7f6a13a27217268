/** The certificate of the server and its key, in files that others renew. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { SECOND } from "./clock";
import { log } from "./log";

/** The paths of a certificate, with its chain, and of its key, both in PEM. */
export type CertificateFiles = { certificateFile: string; keyFile: string };

/** A certificate with its key, and the instant at which it expires. */
export type ServerCertificate = { cert: string; key: string; expires_at: string };

/** A file of TLS can't be used for the reason in the message, which begins with its variable. */
export class UnusableCertificate extends Error {}

function readText(variable: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const isMissing = (error as { code?: string }).code === "ENOENT";
    throw new UnusableCertificate(`${variable}: ${file} ${isMissing ? "doesn't exist" : "can't be read"}`);
  }
}

/** Runs work on the content of a file. @throws UnusableCertificate with the sentence when it fails */
function parse<T>(sentence: string, work: () => T): T {
  try {
    return work();
  } catch {
    throw new UnusableCertificate(sentence);
  }
}

/** Reads a certificate and its key, which must belong together. @throws UnusableCertificate */
export function readCertificate({ certificateFile, keyFile }: CertificateFiles): ServerCertificate {
  const cert = readText("TLS_CERTIFICATE_FILE", certificateFile);
  const certificate = parse(
    `TLS_CERTIFICATE_FILE: ${certificateFile} has no certificate in PEM`,
    () => new X509Certificate(cert),
  );
  const key = readText("TLS_KEY_FILE", keyFile);
  const privateKey = parse(`TLS_KEY_FILE: ${keyFile} has no private key in PEM, or an encrypted one`, () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new UnusableCertificate(
      `TLS_KEY_FILE: ${keyFile} is not the key of the first certificate in ${certificateFile}`,
    );
  return { cert, key, expires_at: new Date(certificate.validTo).toISOString() };
}

/** Milliseconds between two looks at the files. */
const INTERVAL = 5 * SECOND;
let interval = INTERVAL;

/** Sets another interval for what is watched from now on, in milliseconds; without an argument the default. For tests. */
export function setCertificateInterval(milliseconds = INTERVAL): void {
  interval = milliseconds;
}

/** Returns a text that differs once a file was written or another one was put in its place. */
function stampOf(files: CertificateFiles): string {
  const of = (file: string) => {
    const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0, ino: 0 };
    return `${mtimeMs} ${size} ${ino}`;
  };
  return `${of(files.certificateFile)} ${of(files.keyFile)}`;
}

/**
 * Looks at the files every some seconds, which also works where a link to them is replaced or another machine writes them.
 * @param use is called with a certificate that has changed; one that can't be used is logged, and that of before stays
 * @returns the function that ends it
 */
export function watchCertificate(
  files: CertificateFiles,
  current: ServerCertificate,
  use: (certificate: ServerCertificate) => void,
): () => void {
  let stamp = stampOf(files);
  let used = current;
  const look = () => {
    const found = stampOf(files);
    if (found === stamp) return;
    stamp = found;
    try {
      const next = readCertificate(files);
      if (next.cert === used.cert && next.key === used.key) return;
      use(next);
      used = next;
      log.info({ expires_at: next.expires_at }, "the certificate was replaced");
    } catch (error) {
      log.error(
        { reason: (error as Error).message },
        "the certificate could not be replaced; the former one stays in use",
      );
    }
  };
  const timer = setInterval(look, interval);
  timer.unref();
  return () => clearInterval(timer);
}
