// npm run hands: many hands on one task. Random actions of two families, and every rule of
// docs/rules.md checked meanwhile.
//   -- --actions N   how many in all; 20,000 by default
//   -- --seeds N     over how many seeds they are spread; 4 by default
//   -- --seed N      the first of them; random by default
//   -- --known TEXT  a rule whose violations don't count, by its whole sentence; may be repeated
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { databaseInMemory } from "./database.ts";
import { playSeed } from "./play-seed.ts";

const { values } = parseArgs({
  options: {
    actions: { type: "string" },
    seeds: { type: "string" },
    seed: { type: "string" },
    known: { type: "string", multiple: true },
  },
});
const [actions, seeds] = [Number(values.actions ?? 20_000), Number(values.seeds ?? 4)];
const first = Number(values.seed ?? randomInt(2 ** 30));

const db = await databaseInMemory();
const broken = new Set<string>();
let taken = 0;
for (let seed = first; seed < first + seeds; seed += 1) {
  const each = Math.ceil(actions / seeds);
  const { count, violations } = await playSeed(db, seed, each, {
    known: [...(values.known ?? []), ...broken],
    tell: (report) => console.log(`\n${report}\n`),
  });
  taken += count;
  for (const sentence of violations) broken.add(sentence);
  const seconds = process.cpuUsage().user / 1e6;
  console.log(
    `Seed ${seed}: ${count.toLocaleString("en")} actions, ${violations.length} rules broken; ${Math.round(taken / seconds)} a second of CPU`,
  );
}
await db.destroy();
process.exit(broken.size > 0 ? 1 : 0);
