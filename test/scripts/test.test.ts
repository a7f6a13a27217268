import { expect, test } from "bun:test";
import { argumentsFor } from "../../scripts/test";

test("the name of an area means its folder of tests", () => {
  expect(argumentsFor("adr")).toEqual(["./test/areas/adr"]);
  expect(argumentsFor("cards")).toEqual(["./test/areas/cards"]);
});

test("the name of an area with a single file of tests means this file", () => {
  expect(argumentsFor("favorites")).toEqual(["./test/areas/favorites.test.ts"]);
});

test("the name of a part of the program that is no area means its folder of tests", () => {
  expect(argumentsFor("http")).toEqual(["./test/http"]);
});

test("options, paths and names that mean no tests go to the runner as they are", () => {
  expect(["--bail", "test/http/cors.test.ts", "pagina"].flatMap(argumentsFor)).toEqual([
    "--bail",
    "test/http/cors.test.ts",
    "pagina",
  ]);
});
