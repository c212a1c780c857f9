import { spawn, spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { markOf, newFamilyAtWeb, postTask, remindersEach, savedTasks } from "../family-at-web.ts";
import { isSound } from "../outcome.ts";
import { startWeb } from "../program.ts";
import { judge, type Row, skip } from "../row.ts";
import { until } from "../waiting.ts";

const posts = 10;

/** strace makes the running server's fsync calls fail. */
export const fsyncFails: Row = {
  name: "fsync-fails",
  fault: "fsync fails",
  count: 1,
  async run({ installation }) {
    const { db } = installation;
    if (spawnSync("strace", ["-qq", "-e", "trace=none", "true"]).status !== 0)
      return skip("strace cannot run here");
    await using web = await startWeb(installation);
    const family = await newFamilyAtWeb(db, web.url);
    const before = await postTask(family, 1);
    const inject = ["-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO"];
    const strace = spawn("strace", ["-f", "-o", "/dev/null", "-p", String(web.pid), ...inject], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    strace.stderr.on("data", (chunk) => (errors += String(chunk)));
    await until(() => /attached/.test(errors));
    const during: (number | undefined)[] = [];
    for (let number = 10; number < 10 + posts; number += 1)
      during.push((await postTask(family, number))?.status);
    strace.kill("SIGINT");
    await new Promise((resolve) => strace.once("exit", resolve));
    await pause(100);
    const after = [await postTask(family, 2), await postTask(family, 3)].map(
      (answer) => answer?.status,
    );
    const saved = await savedTasks(db);
    const has = (number: number) => saved.some(({ title }) => title.includes(markOf(number)));
    return judge(
      {
        "posted while it fails": posts,
        "errors to be saved": during.filter((status) => status === 303).length,
      },
      {
        "strace was there": /attached/.test(errors),
        "nothing is errors to be saved that is not": during.every(
          (status) => status !== undefined && status !== 303,
        ),
        "what was saved before is there": before?.status === 303 && has(1),
        "it saves again without a restart":
          after.every((status) => status === 303) && has(2) && has(3),
        "no half of a change": saved.every(({ reminders }) => reminders === remindersEach),
        "the database is sound": await isSound(db),
      },
    );
  },
};
