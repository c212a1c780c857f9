// npm run bench: prints the product's performance figures as a table.
import { startMila, withRedis } from "../support/product/mila.ts";
import { Visitor } from "../support/product/visitor.ts";
import { backupFigures } from "./backup.ts";
import { deliveryFigures } from "./deliveries.ts";
import { allCards, familyWithTasks } from "./family.ts";
import { latenessFigures } from "./lateness.ts";
import { instanceSizeFigures } from "./instance-size.ts";
import { memoryFigures } from "./memory.ts";
import { monitoringFigures } from "./monitoring.ts";
import { homeFigures } from "./home.ts";
import { firstUseFigures } from "./first-use.ts";
import { listenerFigures } from "./listeners.ts";
import { weighPage } from "./page-weight.ts";
import { apiFigures, withoutLimits } from "./requests/api.ts";
import { besidePasswordsFigures, requestFigures } from "./requests/requests.ts";
import { makeSeries, seriesTickFigures } from "./series.ts";
import { addTime, bigFamilyTime, dashboardTime, repeatingRatio } from "./server-time.ts";

await using mila = await startMila(withRedis);

const times: Record<string, object> = {};
for (const taskCount of [10, 200, 2_000]) {
  times[`dashboard, ${taskCount} tasks (ms)`] = await dashboardTime(mila, taskCount);
}
times["dashboard, 6 members, 5000 tasks (ms)"] = await bigFamilyTime(mila);
times["adding a task (ms)"] = await addTime(mila);
console.table(times);
console.log("The dashboard of 300 tasks that repeat, beside that of 300 for once:");
console.table({ "300 tasks": await repeatingRatio(mila, 300, makeSeries) });

const visitor = await familyWithTasks(mila, 50);
const weights = {
  "sign-in page": await weighPage(new Visitor(mila.url), "/auth"),
  "dashboard, 50 tasks": await weighPage(visitor, allCards),
};
console.log("Bytes, gzip:");
console.table(weights);
console.log("Home of 200 tasks, 40 of them overdue, due today or tomorrow:");
console.table(await homeFigures(mila));

console.log(
  "8 requests at a time for 4 s, the median of three rounds in turns, load and server on the same machine:",
);
console.table(await requestFigures(mila));

console.log("/api/v1, measured like the pages:");
{
  await using open = await startMila({ ...withRedis, ...withoutLimits });
  console.table(await apiFigures(open));
}

console.log("The dashboard, one request at a time, beside two sign-ins at a time:");
{
  await using guarded = await startMila({ ...withRedis, TEST_ONLY_CHEAP_PASSWORDS: "" });
  console.table(await besidePasswordsFigures(guarded));
}

console.log(
  "One family's pages on a small and a large instance, one request at a time, medians of three rounds in turns:",
);
console.table(await instanceSizeFigures());

console.log(
  "What monitoring and the owner's list of messages ask about 518,000 messages of half a year:",
);
console.table(await monitoringFigures());

console.log("What open pages listening for changes cost the server:");
console.table({ pages: await listenerFigures(mila) });

console.log("First use of each provider in a process, which loads its client, and the next use:");
console.table(await firstUseFigures());

console.log("How late a message goes out when nothing else happens (p99 is the latest of few):");
console.table(await latenessFigures());

console.log(
  "Memory of npm start (PSS), a minute after its start and after half a minute of dashboards:",
);
console.table(await memoryFigures());

console.log("Messages one worker sends, with and without BullMQ:");
console.table({
  "with Redis": await deliveryFigures({ withRedis: true }),
  "by the database alone": await deliveryFigures({ withRedis: false }),
});

console.log(
  "What tasks that repeat cost the worker each second, in ms of its CPU time and elapsed:",
);
console.table(await seriesTickFigures());

console.log("A backup of a large database while reminders go out:");
console.table(await backupFigures());
