/**
 * Listens for requests, over TLS when there is a certificate. The runtime can't replace the certificate of a listener, so a new
 * one takes the place of the old at the same address, in the same turn of the event loop. Requests and streams that have begun
 * continue on the connections of the old one; those without a request, and those that
 * are just being opened, are closed, and their clients open others.
 */
import {
  type CertificateFiles,
  readCertificate,
  type ServerCertificate,
  watchCertificate,
} from "../platform/certificate-files";

/** The options of a listener, but for TLS. */
export type ListenerOptions = {
  hostname: string;
  port: number;
  maxRequestBodySize: number;
  idleTimeout: number;
  fetch: (request: Request, server: Bun.Server<undefined>) => Promise<Response> | Response;
};

/** A listener. */
export type Listener = {
  url: URL;
  /** Accepts no more connections. @param atOnce also closes those that are open @returns when all are closed */
  stop: (atOnce?: boolean) => Promise<void>;
};

/**
 * Starts to listen.
 * @param files those of the certificate; without them it is HTTP
 * @throws UnusableCertificate; an error with code EADDRINUSE when the port is taken
 */
export function listen(options: ListenerOptions, files: CertificateFiles | undefined): Listener {
  const certificate = files && readCertificate(files);
  const serve = (port: number, tls?: ServerCertificate) =>
    Bun.serve({ ...options, port, ...(tls && { tls: { cert: tls.cert, key: tls.key } }) });
  let server = serve(options.port, certificate);
  const servers = new Set([server]);
  const stopWatching =
    files &&
    certificate &&
    watchCertificate(files, certificate, (next) => {
      const former = server;
      const { port } = former;
      former.stop().then(() => servers.delete(former));
      server = serve(port as number, next);
      servers.add(server);
    });
  return {
    url: server.url,
    async stop(atOnce) {
      stopWatching?.();
      await Promise.all([...servers].map((each) => each.stop(atOnce)));
    },
  };
}
