// One row in a process of its own: node tests/faults/run-row.ts NAME SEED quick|full FOLDER
import { newInstallation } from "./installation.ts";
import { rows } from "./list.ts";
import { seededRandom } from "./random.ts";
import type { Row, Verdict } from "./row.ts";

const [, , name = "", seed = "1", size = "full", folder = ""] = process.argv;
const row = rows.find((candidate) => candidate.name === name);
if (!row) throw new Error(`There is no row ${name}`);
// Whoever has begun the runs has ended them.
process.on("disconnect", () => process.exit(1));
const isQuick = size === "quick";

process.send?.(await runRow(row), () => process.exit());

async function runRow(chosen: Row): Promise<Verdict> {
  // Closed before the verdict is told: then the folder can be removed.
  await using installation = await newInstallation(folder);
  const count = isQuick ? Math.max(1, Math.round(chosen.count / 10)) : chosen.count;
  return await chosen.run({ count, isQuick, random: seededRandom(Number(seed), name), installation });
}
