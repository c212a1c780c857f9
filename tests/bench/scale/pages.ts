import { newFamilyAtWeb, postTask } from "../../faults/family-at-web.ts";
import type { Installation } from "../../faults/installation.ts";
import { startWeb } from "../../faults/program.ts";
import { startProvider } from "../../faults/provider.ts";
import { fillHousehold, type Shares } from "./fill.ts";
import { cpuMs, peakMegabytes } from "./processes.ts";
import { countStatements } from "./statements.ts";

const warmUp = 10;

/** Pages of one household among all others, one at a time. */
export async function pageFigures(installation: Installation, shares: Shares, rounds = 100) {
  const { db, postgres } = installation;
  await using _twilio = await startProvider(installation, "twilio");
  await using web = await startWeb(installation);
  const family = await newFamilyAtWeb(db, web.url);
  await installation.liftAddingLimit();
  const { householdId, userId } = await db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select(["household_members.household_id as householdId", "users.id as userId"])
    .where("users.email", "=", family.email)
    .executeTakeFirstOrThrow();
  const taskId = await fillHousehold(db, { householdId, userIds: [userId] }, shares);
  const paths = ["/dashboard", "/family", "/family/month", `/tasks/${taskId}`, "/search?q=ballet"];
  const asks = Object.fromEntries(
    paths.map((path) => [path.replace(taskId, ":id"), () => family.get(path)]),
  );
  let number = 0;
  asks["a task is added"] = async () => (await postTask(family, (number += 1)))!;
  const figures: Record<string, Record<string, number>> = {};
  for (const [name, ask] of Object.entries(asks)) {
    const times: number[] = [];
    let before = { statements: 0, database: 0, web: 0 };
    const read = async () => ({
      statements: postgres ? await countStatements(db) : 0,
      database: postgres ? cpuMs(postgres.pid()) : 0,
      web: cpuMs(web.pid),
    });
    for (let round = -warmUp; round < rounds; round += 1) {
      if (round === 0) before = await read();
      const startedAt = performance.now();
      const answer = await ask();
      await answer.text();
      if (answer.status !== 200 && answer.status !== 303)
        throw new Error(`${name} answered ${answer.status}`);
      if (round >= 0) times.push(performance.now() - startedAt);
    }
    const after = await read();
    const sorted = times.toSorted((one, other) => one - other);
    const quantile = (share: number) => tenths(sorted[Math.floor(rounds * share)] ?? 0);
    figures[name] = {
      "p50 (ms)": quantile(0.5),
      "p99 (ms)": quantile(0.99),
      "server's CPU (ms)": tenths((after.web - before.web) / rounds),
      ...(postgres && {
        statements: tenths((after.statements - before.statements) / rounds),
        "database's CPU (ms)": tenths((after.database - before.database) / rounds),
      }),
    };
  }
  console.log(`the server's memory: ${peakMegabytes(web.pid)} MB`);
  return figures;
}

const tenths = (value: number) => Math.round(value * 10) / 10;
