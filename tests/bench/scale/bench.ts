// npm run bench:scale: pages and bursts of a big instance, on SQLite and on PostgreSQL.
//   -- --households N --tasks N --reminders N --due N   its size; N of --due for each burst
//   -- --workers 1,2,4     a burst for each of these
//   -- --engine postgres   one engine only
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { buildIfNeeded } from "../../../scripts/start/build.ts";
import {
  type Installation,
  newInstallation,
  newInstallationOnPostgres,
} from "../../faults/installation.ts";
import { burstFigures } from "./bursts.ts";
import { fill } from "./fill.ts";
import { pageFigures } from "./pages.ts";
import { findGrowingScans, listCostly, measuringSettings, startCounting } from "./statements.ts";

const text = (value: string) => ({ type: "string", default: value }) as const;
const { values } = parseArgs({
  options: {
    households: text("10000"),
    tasks: text("1000000"),
    reminders: text("500000"),
    due: text("100000"),
    workers: text("1,2,4"),
    engine: { type: "string" },
  },
});
const households = Number(values.households);
const each = (all: string) => Math.round(Number(all) / households);
const shares = {
  tasks: each(values.tasks),
  reminders: each(values.reminders),
  due: each(values.due),
};
const workers = values.workers.split(",").map(Number);
if (shares.due * (workers.length + 1) > shares.reminders) {
  console.error("There are fewer reminders than the bursts need.");
  process.exit(1);
}

await buildIfNeeded();
for (const engine of values.engine ? [values.engine] : ["sqlite", "postgres"]) {
  const folder = mkdtempSync(join(tmpdir(), "mila-scale-"));
  try {
    await using installation = await (engine === "postgres"
      ? newInstallationOnPostgres(folder, measuringSettings)
      : newInstallation(folder));
    console.log(`\n${engine}: ${households} households, each of ${JSON.stringify(shares)}`);
    await measure(installation);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(installation: Installation): Promise<void> {
  const { db, postgres } = installation;
  const startedAt = performance.now();
  await fill(db, households, shares, workers.length + 1);
  if (postgres) await sql`analyze`.execute(db);
  console.log(`filled in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  if (postgres) await startCounting(db);
  console.table(await pageFigures(installation, shares));
  for (const [run, count] of workers.entries()) {
    console.table({
      [`${count} workers`]: await burstFigures(installation, {
        run,
        count,
        most: Number(values.due) * 2,
      }),
    });
    if (postgres) console.log(await listCostly(db));
  }
  if (!postgres) return;
  const again = async () => {
    await pageFigures(installation, shares, 2);
    await burstFigures(installation, { run: workers.length, count: 1, most: 1_000 });
  };
  console.log("Statements that read more than a household's rows:");
  console.log(await findGrowingScans(db, again));
}
