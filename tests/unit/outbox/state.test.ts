import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type Change, transitions } from "#app/domain/outbox/state.ts";
import { same } from "#app/domain/outbox/transition-rule.ts";
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
  const left = new Set(
    Object.values(byItself)
      .filter(({ to }) => to !== same)
      .flatMap(({ from }) => from),
  );
  const reached = new Set(ways.map(({ to }) => to));
  expect([...left].filter((state) => !reached.has(state))).toEqual([]);
  const ends = [...reached].filter((state) => state !== same && !left.has(state));
  expect(ends.toSorted()).toEqual([
    "cancelled",
    "delivered",
    "expired",
    "failed",
    "merged",
    "undelivered",
  ]);
});

test("a change that the table doesn't allow does not compile", () => {
  const changes: Change[] = [
    { transition: "claimed", columns: { lease_until: null } },
    // @ts-expect-error: a claim has a lease.
    { transition: "claimed" },
    // @ts-expect-error: a claim keeps the channel.
    { transition: "claimed", columns: { lease_until: null, channel: "sms" } },
    // @ts-expect-error: there is no such transition.
    { transition: "lost" },
  ];
  // @ts-expect-error: only Mila's owner stops a message.
  const bySystem: Change<"system"> = { transition: "stopped" };
  expect([...changes, bySystem]).toHaveLength(5);
});

test("a delivery is changed in one place", () => {
  const changing = findQueryCalls("{app,jobs,db,scripts}/**/*.{ts,tsx}").filter(
    ({ method, tables }) =>
      /^(set|doUpdateSet|updateTable|replaceInto|mergeInto)$/.test(method) &&
      tables.some((table) => /^(deliveries|\?)$/.test(table)),
  );
  expect([...new Set(changing.map(({ file }) => file))]).toEqual([
    "app/domain/outbox/change-state.server.ts",
  ]);
});

test("a new delivery is ready", () => {
  const inserting = findQueryCalls("app/**/*.ts").filter(
    ({ method, tables }) => method === "insertInto" && tables.includes("deliveries"),
  );
  expect(inserting.length).toBeGreaterThan(2);
  const naming = inserting.filter(({ file }) => /\bstate[:,]/.test(readFileSync(file, "utf8")));
  expect(naming).toEqual([]);
});
