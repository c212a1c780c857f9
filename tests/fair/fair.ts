// npm run fair: what one household may do, and what another feels meanwhile. Prints a table and fails when a row is missed.
//   -- --only NAME    one row
//   -- --seconds N    how long each row takes; 120 by default
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../../scripts/start/build.ts";
import { type Felt, feel } from "./bystander.ts";
import type { FairRow } from "./row.ts";
import { rows } from "./rows.ts";
import { attack, openStage } from "./stage.ts";

const goals = {
  "dashboard p99 (ms)": 200,
  "live p99 (ms)": 500,
  "sign-in p99 (ms)": 1_000,
  "reminders late p99 (ms)": 2_000,
  "memory (MB)": 400,
};

const { values } = parseArgs({
  options: { only: { type: "string" }, seconds: { type: "string" } },
});
const seconds = Number(values.seconds ?? 120);
const chosen = rows.filter(({ name }) => !values.only || name === values.only);
if (chosen.length === 0 || !(seconds > 0)) {
  console.error(`Choose from ${rows.map(({ name }) => name).join(", ")}, and a number of seconds.`);
  process.exit(1);
}

await buildIfNeeded();
const table: Record<string, object> = {};
let missed = 0;
for (const row of chosen) {
  const { felt, caps } = await run(row);
  const figures = figuresOf(felt);
  const wrong = [
    ...Object.entries(goals).flatMap(([name, most]) =>
      (figures[name] ?? 0) <= most ? [] : [name],
    ),
    ...Object.entries(caps).flatMap(([cap, hasHeld]) => (hasHeld ? [] : [`not so: ${cap}`])),
  ];
  if (wrong.length > 0) missed += 1;
  table[row.name] = { ...figures, missed: wrong.join("; ") };
  console.log(
    `${wrong.length > 0 ? "✗" : "✓"} ${row.name}: one household ${row.tried}. ${JSON.stringify(table[row.name])}`,
  );
}
console.table(table);
process.exit(missed > 0 ? 1 : 0);

async function run(row: FairRow): Promise<{ felt: Felt; caps: Record<string, boolean> }> {
  await using stage = await openStage(row);
  await row.prepare?.(stage);
  const attacking = row.attack ? await attack(row, stage.hostile) : null;
  const felt = await feel(stage, row, seconds);
  attacking?.[Symbol.dispose]();
  return { felt, caps: (await row.caps?.(stage)) ?? {} };
}

function figuresOf({ dashboard, live, signIn, late, megabytes }: Felt): Record<string, number> {
  return {
    "dashboard p50 (ms)": at(dashboard, 0.5),
    "dashboard p99 (ms)": at(dashboard, 0.99),
    "live p99 (ms)": at(live, 0.99),
    ...(signIn.length > 0 && { "sign-in p99 (ms)": at(signIn, 0.99) }),
    "reminders late p99 (ms)": at(late, 0.99),
    "memory (MB)": megabytes,
  };
}

function at(ascending: number[], share: number): number {
  return Math.round(
    ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN,
  );
}
