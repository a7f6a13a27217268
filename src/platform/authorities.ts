/** Authorities that an installation trusts in addition to the public ones. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/**
 * Reads the certificates in a file, as PEM.
 * @throws Error when it can't be read, or holds none, or one that is damaged
 */
export function readAuthorities(file: string): string[] {
  const certificates = readFileSync(file, "utf8").match(CERTIFICATE) ?? [];
  if (certificates.length === 0) throw new Error(`${file} holds no certificate in the form of PEM`);
  for (const [at, certificate] of certificates.entries())
    try {
      new X509Certificate(certificate);
    } catch {
      throw new Error(`${file} is damaged: its certificate number ${at + 1} can't be read`);
    }
  return certificates;
}
