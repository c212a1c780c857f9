import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { listApplied } from "#db/known-migrations.ts";
import { countMissing, newFamilyAtWeb, sameFamilyAt } from "../family-at-web.ts";
import { inNewDatabase, type Installation, newMachine } from "../installation.ts";
import { judgePages, savedNumbers } from "../outages.ts";
import { readOutcome } from "../outcome.ts";
import { browse, type PageAnswer } from "../pages.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { untilFinished } from "../waiting.ts";

/** The code doesn't need this migration, so the same code without it serves as an older version. */
const added = "0041_expiring_messages";
const reminders = 300;
const steps = 8;

/**
 * Two machines, each with pages and a worker. One is upgraded, then the older version starts again
 * beside the newer one, and then the other machine is upgraded. A proxy would send the family to
 * the machine that goes on.
 */
export const rollingUpgrade: Row = {
  name: "rolling-upgrade",
  fault: "two machines upgraded one after the other, with pages and messages all the time",
  count: 10,
  quickCount: 1,
  isLong: true,
  async run({ count: share, installation }) {
    if (!installation.postgres) return skip("it is about PostgreSQL");
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "slow", answerMs: 100 });
    await using shared = await inNewDatabase(installation);
    const { db } = shared;
    const [newer, older] = [resolve("."), copyWithout(added, shared.folder)];
    const [one, other] = [newMachine(shared, "one"), newMachine(shared, "other")];
    await using running = new AsyncDisposableStack();
    const startOn = async (machine: Installation, tree: string) =>
      running.use(await startMila(machine, tree));
    const oneBefore = await startOn(one, older);
    let second = await startOn(other, older);
    const before = await listApplied(db);
    await shared.liftAddingLimit();
    const family = await newFamilyAtWeb(db, oneBefore.url);
    const { reminderIds } = await seedReminders(db, reminders * share);
    const each = Math.ceil(reminderIds.length / steps);
    const answers: PageAnswer[] = [];
    let made = 0;
    /** Does something while pages of this machine are open and messages go out. */
    async function meanwhile<Result>(url: string, change: () => Promise<Result>): Promise<Result> {
      const browsing = browse(sameFamilyAt(family, url), 100_000 * (made + 1));
      await makeDue(db, reminderIds.slice(made * each, (made += 1) * each));
      const result = await change();
      answers.push(...(await browsing.end()).answers);
      return result;
    }
    await meanwhile(second.url, () => oneBefore.stop());
    const first = await meanwhile(second.url, () => startOn(one, newer));
    const after = await listApplied(db);
    await meanwhile(first.url, () => second.stop());
    // As when it crashes in the middle of an upgrade.
    second = await meanwhile(first.url, () => startOn(other, older));
    await meanwhile(second.url, async () => untilFinished(db));
    await meanwhile(first.url, () => second.stop());
    second = await meanwhile(first.url, () => startOn(other, newer));
    await meanwhile(second.url, () => untilFinished(db));
    const drainedMs = await untilFinished(db);
    const pages = judgePages(answers, []);
    const missing = await countMissing(db, savedNumbers(answers));
    const { lost, extra, sent, isSound } = await readOutcome(db, twilio.accepted());
    return judge(
      { messages: reminderIds.length, lost: lost + missing, extra, ...pages.figures },
      {
        "the newer version adds to the database while the older one runs":
          !before.includes(added) && after.includes(added),
        "nothing is lost": lost === 0 && sent >= reminderIds.length,
        "what was answered as saved is there": missing === 0,
        "no extra copy": extra === 0,
        ...pages.holds,
        "the database is sound": isSound,
      },
      {
        "nothing is stuck over 2 min": drainedMs !== null && drainedMs < 120_000,
        ...pages.isInTime,
      },
    );
  },
};

/** Copies the built product as an image has it. */
function copyWithout(migration: string, folder: string): string {
  const tree = join(folder, "older");
  mkdirSync(join(tree, "scripts"), { recursive: true });
  for (const part of ["build", "migrations", "package.json", "scripts/start", "scripts/start.js"])
    cpSync(part, join(tree, part), { recursive: true });
  rmSync(join(tree, `migrations/${migration}.ts`));
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  return tree;
}

/** Starts everything as `npm start` does, in this tree. */
async function startMila({ folder, settings }: Installation, tree: string) {
  const child = spawn(process.execPath, ["scripts/start.js"], {
    cwd: tree,
    // Without a Redis.
    env: { ...settings, PATH: "/nonexistent", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let written = "";
  const port = await new Promise<string>((found, failed) => {
    const hear = (chunk: Buffer) => {
      written += String(chunk);
      appendFileSync(join(folder, "output.log"), chunk);
      const [, number] = /Mila is ready: \S+?(?::|  \(port )(\d+)\b/.exec(written) ?? [];
      if (number) found(number);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => failed(new Error(`Mila ended instead of starting:\n${written}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
