// node tests/fair/attack-process.ts ROW TARGET: sends a row's requests until it is killed.
import type { Target } from "./row.ts";
import { rows } from "./rows.ts";

const [, , name, target = ""] = process.argv;
process.on("disconnect", () => process.exit());
await rows.find((row) => row.name === name)?.attack?.(JSON.parse(target) as Target);
