// One row in a process of its own: node tests/faults/run-row.ts NAME SEED quick|full FOLDER
import { newInstallation } from "./installation.ts";
import { rows } from "./list.ts";
import { seededRandom } from "./random.ts";

const [, , name = "", seed = "1", size = "full", folder = ""] = process.argv;
const row = rows.find((candidate) => candidate.name === name);
if (!row) throw new Error(`There is no row ${name}`);
// Whoever has begun the runs has ended them.
process.on("disconnect", () => process.exit(1));
const isQuick = size === "quick";

await using installation = await newInstallation(folder);
const verdict = await row.run({
  count: isQuick ? Math.max(1, Math.round(row.count / 10)) : row.count,
  isQuick,
  random: seededRandom(Number(seed), name),
  installation,
});
process.send?.(verdict);
