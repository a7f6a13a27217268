/** An S3-compatible store on loopback, which verifies signatures, and the line to it, which can be put in trouble. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import S3rver from "@20minutes/s3rver";
import { newFolder } from "./scratch";

/**
 * The line to the store passes all, is silent after a request, breaks after so many bytes in a direction, or passes each piece
 * after so many milliseconds.
 */
type Line = "passes" | "silent" | { breaksAfter: number; direction: "up" | "down" } | { delay: number };

export type S3Store = {
  endpoint: string;
  /** The variables that make it the second place of backups. */
  environment: Record<string, string>;
  /** Sets how the line is from now on. */
  set(line: Line): void;
  stop(): Promise<void>;
};

export const BUCKET = "backups";
/** The account that the store knows. */
const KEY = "S3RVER";

/** Starts a store with one bucket. */
export async function startS3Store(): Promise<S3Store> {
  const store = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: newFolder(),
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port: behind } = await store.run();
  let line: Line = "passes";
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(behind, "127.0.0.1");
    const end = () => void [client.destroy(), server.destroy()];
    for (const socket of [client, server]) {
      open.add(socket);
      socket
        .on("error", end)
        .on("close", end)
        .on("close", () => open.delete(socket));
    }
    forward(client, server, "up", () => line, end);
    forward(server, client, "down", () => line, end);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    endpoint,
    environment: {
      BACKUP_SECOND_PLACE: `s3://${BUCKET}/stoa`,
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_ACCESS_KEY: KEY,
      BACKUP_S3_SECRET_KEY: KEY,
    },
    set(to) {
      line = to;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => proxy.close(closed));
      await store.close();
    },
  };
}

function forward(from: Socket, to: Socket, direction: "up" | "down", line: () => Line, end: () => void): void {
  let bytes = 0;
  from.on("data", (chunk) => {
    const now = line();
    bytes += chunk.length;
    if (now === "silent") return;
    if (now === "passes") return void to.write(chunk);
    if ("delay" in now) {
      from.pause();
      setTimeout(() => {
        to.write(chunk);
        from.resume();
      }, now.delay);
      return;
    }
    if (now.direction === direction && bytes > now.breaksAfter) return end();
    to.write(chunk);
  });
}
