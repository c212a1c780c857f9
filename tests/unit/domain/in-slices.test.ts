import { createElement } from "react";
import { expect, test } from "vitest";
import { mapInSlices } from "#app/domain/core/in-slices.ts";
import { KeptParts } from "#app/server/shell/kept-markup.server.ts";

/** Counts the turns that other work got until this was done. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const takeTurn = () => {
    turns += 1;
    if (!isDone) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await work();
  isDone = true;
  return turns;
}

function spend(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("long work lets others run every few milliseconds and keeps its order", async () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  let mapped: number[] = [];
  const turns = await countTurns(async () => {
    mapped = await mapInSlices(items, (item) => (spend(2), item * 2));
  });
  expect(mapped).toEqual(items.map((item) => item * 2));
  expect(turns).toBeGreaterThan(10);
});

test("others run while the cards of a long list are rendered", async () => {
  const kept = new KeptParts();
  const marks = Array.from({ length: 50 }, (_, card) =>
    kept.add(`slow card ${card}`, () => (spend(4), createElement("p", null, card))),
  );
  let page = "";
  const turns = await countTurns(async () => {
    page = String(await kept.fill(marks.join("")));
  });
  expect(page).toBe(marks.map((_, card) => `<p>${card}</p>`).join(""));
  expect(turns).toBeGreaterThan(10);
});
