/** The products and cycles that are proposed for the names of cards. */
import { expect, test } from "bun:test";
import { proposalsFor } from "../../../src/areas/eol/proposals";
import { sourceInForce } from "../../../src/areas/eol/source";
import { testServer } from "../../support/server";

testServer();

test.each([
  ["Ubuntu 18.04", "ubuntu", "18.04"],
  ["Java 8", "oracle-jdk", "8"],
  ["PostgreSQL 9.6", "postgresql", "9.6"],
  ["Postgres 14.2", "postgresql", "14"],
  ["Node.js 20", "nodejs", "20"],
  ["Windows Server 2012 R2", "windows-server", "2012-r2"],
  ["Red Hat Enterprise Linux 8.4", "rhel", "8"],
  ["Microsoft SQL Server 2019", "mssqlserver", "15.0"],
  ["Apache Tomcat 9", "tomcat", "9.0"],
])("of %s the best proposal is the product %s", (name, product) => {
  expect(proposalsFor(sourceInForce(), name)[0]?.name).toBe(product);
});

test.each([
  ["Ubuntu 18.04", "18.04"],
  ["Java 8", "8"],
  ["PostgreSQL 9.6", "9.6"],
  ["Postgres 14.2", "14"],
  ["Node.js 20", "20"],
  ["Red Hat Enterprise Linux 8.4", "8"],
])("the version in %s proposes the cycle %s", (name, cycle) => {
  expect(proposalsFor(sourceInForce(), name)[0]?.cycle).toBe(cycle);
});

test.each([
  ["Ubuntu 18.04", "bun"],
  ["Java 8", "julia"],
  ["Java 8", "go"],
  ["Salesforce CRM", "sles"],
  ["R 4", "robo"],
])("%s is not taken for %s", (name, product) => {
  expect(proposalsFor(sourceInForce(), name).map((proposal) => proposal.name)).not.toContain(product);
});

test("a name of numbers alone has no proposals", () => {
  expect(proposalsFor(sourceInForce(), "2019 8")).toEqual([]);
});
