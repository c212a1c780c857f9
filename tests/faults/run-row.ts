// One row in its own process: node tests/faults/run-row.ts NAME SEED quick|full FOLDER TEMPLATE
// Without a template, on a PostgreSQL server of its own.
import { newInstallation, newInstallationOnPostgres } from "./installation.ts";
import { seededRandom } from "./random.ts";
import type { Row, Verdict } from "./row.ts";

const [, , name = "", seed = "1", size = "full", folder = "", template] = process.argv;
// Importing all rows would slow each one down.
const [row] = Object.values((await import(`./rows/${name}.ts`)) as Record<string, Row>);
if (!row) throw new Error(`There is no row ${name}`);
// The parent has ended.
process.on("disconnect", () => process.exit(1));
const isQuick = size === "quick";

process.send?.(await runRow(row), () => process.exit());

async function runRow(chosen: Row): Promise<Verdict> {
  // Closed before the verdict is sent, so that the folder can be removed.
  await using installation = await (template
    ? newInstallation(folder, template)
    : newInstallationOnPostgres(folder));
  const quickCount = chosen.quickCount ?? Math.max(1, Math.round(chosen.count / 10));
  const count = isQuick ? quickCount : chosen.count;
  return await chosen.run({
    count,
    isQuick,
    random: seededRandom(Number(seed), name),
    installation,
  });
}
