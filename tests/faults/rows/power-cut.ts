import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isRunning, listProcesses } from "../../integration/server/processes.ts";
import { mountExt4 } from "../../support/product/ext4-disk.ts";
import { type Mila, startMila } from "../../support/product/mila.ts";
import { Visitor } from "../../support/product/visitor.ts";
import type { Installation } from "../installation.ts";
import { judge, type Row, skip } from "../row.ts";

const person = { email: "nora@example.com", password: "correct horse 7" };
const firstCutMs = 2_000;
const lastCutMs = 60_000;
const lastQuickCutMs = 12_000;

/**
 * On a real ext4 in a file, whose journal is aborted. In every other run somebody signs up first.
 */
export const powerCut: Row = {
  name: "power-cut",
  fault: "the power is cut 2 to 60 s after the very first start",
  count: 10,
  quickCount: 2,
  isLong: true,
  async run({ count, isQuick, random, installation }) {
    const results: Result[] = [];
    for (let run = 0; run < count; run += 1) {
      const cutMs = random.whole(firstCutMs, isQuick ? lastQuickCutMs : lastCutMs);
      const result = await cutOnce(installation, { number: run, hasAccount: run % 2 === 0, cutMs });
      if (!result) return skip("no ext4 can be mounted here (it takes root)");
      results.push(result);
    }
    const signedUp = results.filter(({ hadAccount }) => hadAccount);
    return judge(
      { cuts: count, "started again": results.filter(({ error }) => error === undefined).length },
      {
        "it starts again": results.every(({ error }) => error === undefined),
        "an account that was answered is there": signedUp.every(({ canSignIn }) => canSignIn),
        "without one, somebody can sign up": results.every(
          ({ hadAccount, canSignIn }) => hadAccount || canSignIn,
        ),
        "some had an account": signedUp.length > 0,
      },
    );
  },
};

interface Result {
  hadAccount: boolean;
  canSignIn: boolean;
  error?: string;
}

async function cutOnce(
  { folder, settings }: Installation,
  { number, hasAccount, cutMs }: { number: number; hasAccount: boolean; cutMs: number },
): Promise<Result | undefined> {
  using disk = mountExt4(join(folder, `disk-${number}`));
  if (!disk) return undefined;
  const own = { ...settings, DATA_DIR: join(disk.folder, "data") };
  const first = await startMila(own);
  const startedAt = performance.now();
  const hadAccount = hasAccount && (await signUp(first));
  await pause(Math.max(0, cutMs - (performance.now() - startedAt)));
  disk.cutPower();
  await killAll(first);
  await disk.restorePower();
  try {
    await using again = await startMila(own);
    const canSignIn = hadAccount
      ? await signIn(again)
      : (await signUp(again)) && (await signIn(again));
    return { hadAccount, canSignIn };
  } catch (error) {
    console.error(`power cut after ${cutMs} ms:`, error);
    return { hadAccount, canSignIn: false, error: String(error) };
  }
}

async function signUp({ url }: Mila): Promise<boolean> {
  return (await new Visitor(url).post("/auth", { mode: "signup", ...person })).status === 303;
}

async function signIn({ url }: Mila): Promise<boolean> {
  const visitor = new Visitor(url);
  await visitor.post("/auth", { mode: "login", ...person });
  return (await visitor.get("/dashboard")).status === 200;
}

/** At once, as the power would. */
async function killAll({ process: { pid = 0 } }: Mila): Promise<void> {
  const pids = listProcesses(pid);
  for (const one of pids) process.kill(one, "SIGKILL");
  while (pids.some(isRunning)) await pause(50);
}
