import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Accepted } from "../fakes/accepted-log.ts";
import { newInstallation } from "../faults/installation.ts";
import { type Provider, startProvider } from "../faults/provider.ts";
import type { Behaviour } from "../fakes/provider-behaviour.ts";
import { type Mila, startMila, withRedis } from "../support/product/mila.ts";
import { newFamily } from "../support/product/visitor.ts";
import type { FairRow, Target } from "./row.ts";

/** A running Mila with its providers, a hostile account and a bystander, who are signed in. */
export interface Stage extends AsyncDisposable {
  mila: Mila;
  db: Kysely<Database>;
  ntfy: Provider<Behaviour>;
  hostile: Target;
  bystander: Target;
  accepted: () => Accepted[];
}

/** As fast as real providers answer. */
const answerMs = 100;
const lowPriority = 10;

export async function openStage(row: FairRow): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.adopt(mkdtempSync(join(tmpdir(), "mila-fair-")), (path) =>
    rmSync(path, { recursive: true }),
  );
  const installation = stack.use(await newInstallation(folder));
  const postmark = stack.use(await startProvider(installation, "postmark"));
  const ntfy = stack.use(await startProvider(installation, "ntfy"));
  for (const provider of [postmark, ntfy]) await provider.behave({ type: "slow", answerMs });
  const settings = { ...withRedis, ...installation.settings, ...row.settings, DATA_DIR: folder };
  const mila = stack.use(await startMila(settings));
  const bystander = await newTarget(mila);
  const hostile = await newTarget(mila);
  const kept = stack.move();
  return {
    mila,
    db: installation.db,
    ntfy,
    hostile,
    bystander,
    accepted: () => [...postmark.accepted(), ...ntfy.accepted()],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function newTarget(mila: Mila): Promise<Target> {
  const visitor = await newFamily(mila);
  // Which makes this a known device.
  await (await visitor.get("/dashboard")).arrayBuffer();
  return { url: mila.url, cookie: visitor.cookies(), email: visitor.email, path: "" };
}

/**
 * Attacks in a process of its own, with a low priority: it must not take the CPU time of what is
 * measured. On a busy machine its first answer takes seconds, and only then has it begun.
 */
export async function attack(row: FairRow, target: Target): Promise<Disposable> {
  const program = fork(new URL("attack-process.ts", import.meta.url), [
    row.name,
    JSON.stringify(target),
  ]);
  setPriority(program.pid ?? 0, lowPriority);
  await once(program, "message");
  return { [Symbol.dispose]: () => void program.kill("SIGKILL") };
}
