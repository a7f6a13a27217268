/** The start of the generated tests: a server, its description, and the operations that the areas declare. */
import { afterAll, beforeAll, beforeEach, setDefaultTimeout } from "bun:test";
import { statement, transactionInTurn } from "../../db";
import { commit } from "../../db/transaction";
import { areas } from "../../src/areas";
import { configureIndex } from "../../src/areas/catalogues";
import { permissionText } from "../../src/core/access/operation-permission";
import { servedPath } from "../../src/core/api/operation";
import { operationsOf as declaredBy } from "../../src/core/area";
import { holdRuns, runsSettled } from "../../src/core/runs/engine";
import { type PackageIndex, startPackageIndex } from "../support/content-package";
import { type Document, type Operation, operationsOf, type Schemas, schemasOf } from "../support/openapi";
import { type TestServer, testServer } from "../support/server";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Operation, as in `GET /api/v1/cards/{card_id}` → its permission as the area declares it; in the order of the paths. */
export const declaredPermissions: ReadonlyMap<string, string> = new Map(
  declaredBy(areas)
    .filter(({ hidden }) => !hidden)
    .map((operation) => ({
      path: servedPath(operation),
      method: operation.method.toUpperCase(),
      permission: permissionText(operation.permission),
    }))
    .sort((one, other) =>
      one.path === other.path
        ? METHODS.indexOf(one.method) - METHODS.indexOf(other.method)
        : one.path < other.path
          ? -1
          : 1,
    )
    .map(({ method, path, permission }) => [`${method} ${path}`, permission]),
);

/** The names of all operations. */
export const operationNames: readonly string[] = [...declaredPermissions.keys()];

export type DescribedServer = {
  server: TestServer;
  document: Document;
  schemas: Schemas;
  /** Name → the operation as it is described. */
  operations: Map<string, Operation>;
  /** @throws when the operation is declared but not served */
  operation(name: string): Operation;
};

/** Pages of a log that no test makes so long that a thread has to move its end. */
const LONG_LOG = 1_000;

/** Waits until neither a run nor the thread that moves a long log has the write lock, for which what a test writes itself doesn't wait. */
export async function freeLock(): Promise<void> {
  await runsSettled();
  await transactionInTurn(() => {});
  commit();
  const { log } = statement<{ log: number }>("PRAGMA wal_checkpoint(NOOP)").get() as { log: number };
  if (log > LONG_LOG) statement("PRAGMA wal_checkpoint(PASSIVE)").get();
}

/** Starts a server for the tests of a file and reads its description. The properties are there once the tests run. */
export function describedServer(environment: Record<string, string> = {}): DescribedServer {
  setDefaultTimeout(60_000);
  // Background work would write between the rows that a test makes.
  beforeAll(() => holdRuns("all"));
  afterAll(() => holdRuns("periodic"));
  const server = testServer(environment);
  const described = {
    server,
    operation(name: string) {
      const operation = described.operations.get(name);
      if (!operation) throw new Error(`${name} is declared, but not served`);
      return operation;
    },
  } as DescribedServer;
  let index: PackageIndex;
  beforeAll(async () => {
    // The data that an operation fetches from elsewhere is there.
    index = await startPackageIndex();
    configureIndex({ url: index.address, own: true });
    const { status, body } = await server.nobody.get("/api/openapi.json");
    if (status !== 200) throw new Error(`The description is answered with ${status}.`);
    const operations = new Map(operationsOf(body).map((operation) => [operation.name, operation]));
    Object.assign(described, { document: body, schemas: schemasOf(body), operations });
  });
  afterAll(() => index.stop());
  // Background work has the write lock now and then, and would publish its events among those of the next test.
  beforeEach(freeLock);
  return described;
}
