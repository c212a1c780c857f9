// npm run bench:years: pages, feed, export and backup of a family after a year and after three.
import { startMila, withRedis } from "../../support/product/mila.ts";
import { backupFigures } from "./backup.ts";
import { exportFigures } from "./exports.ts";
import { newOldFamily } from "./family.ts";
import { aYear, threeYears } from "./history.ts";
import { pageFigures } from "./pages.ts";

for (const [name, history] of Object.entries({ "a year": aYear, "three years": threeYears })) {
  await using mila = await startMila(withRedis);
  const family = await newOldFamily(mila, history);
  console.log(`After ${name}: ${history.tasks} tasks, ${history.deliveries} messages`);
  console.table(await pageFigures(mila, family));
  console.log("The export, several at once, beside another family's dashboard:");
  console.table(await exportFigures(mila, family));
  console.log("A backup:");
  console.table({ "npm run backup": await backupFigures(mila) });
}
