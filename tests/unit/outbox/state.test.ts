import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { transitions } from "#app/domain/outbox/state.ts";
import { insertStates } from "../../support/source/draw-states.ts";
import { findQueryCalls } from "../../support/source/queries.ts";

const document = "docs/delivery.md";
const ways = Object.values(transitions);

// To redraw: "node_modules/.bin/vitest run --config=tests/vitest.config.ts
// tests/unit/outbox/state.test.ts --update".
test("docs/delivery.md shows the states of the code", async () => {
  const page = readFileSync(document, "utf8");
  expect(page).toContain("stateDiagram-v2\n");
  await expect(insertStates(page)).toMatchFileSnapshot(resolve(document));
});

test("every state is reachable, and final states end unless the owner tries again", () => {
  const { retried: _, ...byItself } = transitions;
  const left = new Set(Object.values(byItself).flatMap(({ from }) => from));
  const reached = new Set(ways.map(({ to }) => to));
  expect([...left].filter((state) => !reached.has(state))).toEqual([]);
  const ends = [...reached].filter((state) => !left.has(state));
  expect(ends.toSorted()).toEqual([
    "cancelled",
    "delivered",
    "expired",
    "failed",
    "merged",
    "undelivered",
  ]);
});

test("a delivery's state is written in one place", () => {
  const writes = findQueryCalls("{app,jobs,db,scripts}/**/*.{ts,tsx}").filter(
    ({ method, tables }) =>
      /^(set|doUpdateSet)$/.test(method) && tables.some((table) => /^(deliveries|\?)$/.test(table)),
  );
  // A value not visible in the source may be a state.
  const ofState = writes.filter(({ columns }) => columns?.includes("state") ?? true);
  expect(writes.length).toBeGreaterThan(5);
  expect(ofState.map(({ file }) => file)).toEqual(["app/domain/outbox/change-state.server.ts"]);
});

test("a new delivery is ready", () => {
  const inserting = findQueryCalls("app/**/*.ts").filter(
    ({ method, tables }) => method === "insertInto" && tables.includes("deliveries"),
  );
  expect(inserting.length).toBeGreaterThan(2);
  const naming = inserting.filter(({ file }) => /\bstate[:,]/.test(readFileSync(file, "utf8")));
  expect(naming).toEqual([]);
});
