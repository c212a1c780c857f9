import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { rows } from "../../fair/rows.ts";
import { attack, openStage } from "../../fair/stage.ts";

const attackedMs = 2_000;

/** `npm run fair` measures what it costs the others. */
test.for(rows.filter(({ caps }) => caps))("$name keeps its caps", async (row) => {
  await using stage = await openStage(row);
  await row.prepare?.(stage);
  {
    using _attack = row.attack ? await attack(row, stage.hostile) : null;
    await row.begin?.(stage);
    await pause(attackedMs);
  }
  const caps = (await row.caps?.(stage)) ?? {};
  expect(Object.keys(caps)).not.toEqual([]);
  expect(Object.entries(caps).filter(([, hasHeld]) => !hasHeld)).toEqual([]);
});
