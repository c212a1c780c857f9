import { setTimeout as sleep } from "node:timers/promises";
import { newSecret } from "../../support/api/bearer.ts";
import { apiClient } from "../../support/api/client.ts";
import { newPartner } from "../../support/records/family.ts";
import { type Random, seededRandom } from "../../faults/random.ts";
import type { MilaWithDatabase } from "../../integration/security/signed-in.ts";
import { type Moved, newVdirsyncer, type Vdirsyncer } from "../drivers/vdirsyncer.ts";
import { type DavFamily, newDavFamily } from "../family.ts";
import { calendarNamed } from "../ics.ts";
import { differences } from "./differences.ts";
import { folderChanges } from "./folder.ts";
import { clash, milaChanges } from "./mila.ts";
import { numberOf, type World } from "./world.ts";

/** An account may change 240 things a minute, and delete 20 tasks, before Mila asks about it. */
const msPerChange = 60_000 / 200;

interface Outcome {
  /** Sentences about what the sides did, for people. */
  report: string[];
  /** A sentence for each thing that is not as it should be. Empty if all went well. */
  wrong: string[];
}

/**
 * Changes tasks at random in a folder and in Mila, and lets vdirsyncer bring the two together after
 * every few changes. Stops at the first round after which something is wrong.
 */
export async function keepInStep(
  mila: MilaWithDatabase,
  { changes, seed }: { changes: number; seed: number },
): Promise<Outcome> {
  const nora = await newDavFamily(mila);
  using vdirsyncer = newVdirsyncer(nora);
  const world = await newWorld(mila, nora, vdirsyncer, seededRandom(seed, "in step"));
  const counts = { folder: 0, mila: 0, both: 0, rounds: 0, toMila: 0, fromMila: 0, brought: 0 };
  const wrong: string[] = [];
  const startedAt = Date.now();
  while (wrong.length === 0 && counts.folder + counts.mila < changes) {
    const left = changes - counts.folder - counts.mila;
    const made = await changeBothSides(world, Math.min(left, world.random.whole(1, 40)));
    counts.rounds += 1;
    counts.folder += made.folder;
    counts.mila += made.mila;
    counts.both += made.both;
    const round = await syncRound(world);
    counts.toMila += round.toMila;
    counts.fromMila += round.fromMila;
    counts.brought += round.brought;
    wrong.push(...round.wrong, ...(await differences(world, nora)));
    await forgetRound(world, nora);
    const due = startedAt + (counts.folder + counts.mila) * msPerChange;
    await sleep(Math.max(0, due - Date.now()));
  }
  return { report: reportOf(world, counts, seed), wrong };
}

async function newWorld(
  { url, db }: MilaWithDatabase,
  nora: DavFamily,
  vdirsyncer: Vdirsyncer,
  random: Random,
): Promise<World> {
  await vdirsyncer.discover();
  await vdirsyncer.sync();
  const sam = await newSecret(db, await newPartner(db, nora));
  let last = 0;
  return {
    random,
    vdirsyncer,
    api: apiClient(url, sam),
    folders: {
      Household: calendarNamed(vdirsyncer.tasks, "Household"),
      Kids: calendarNamed(vdirsyncer.tasks, "Kids"),
    },
    tasks: new Map(),
    ids: new Map(),
    touched: new Map(),
    next: () => (last += 1),
  };
}

/** Returns how many changes each side made, and how many tasks both changed. */
async function changeBothSides(world: World, count: number) {
  const made = { folder: 0, mila: 0, both: 0 };
  while (made.folder + made.mila < count) {
    const isClash = world.random.next() < 0.04 && (await clash(world));
    if (isClash) {
      made.both += 1;
      made.mila += 1;
    } else if (world.random.next() < 0.5) {
      if (choose(world.random, folderChanges)(world)) made.folder += 1;
    } else if (await choose(world.random, milaChanges)(world)) made.mila += 1;
  }
  return made;
}

function choose<Choice>(random: Random, choices: [number, Choice][]): Choice {
  let at = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  const found = choices.find(([weight]) => (at -= weight) < 0) ?? choices[0];
  if (!found) throw new Error("There is nothing to choose from");
  return found[1];
}

interface Round extends Moved {
  /** How many objects came back because Mila opened the next date of a repeating task. */
  brought: number;
  wrong: string[];
}

/** Syncs until nothing should move any more, and once again. */
async function syncRound({ vdirsyncer, touched }: World): Promise<Round> {
  const { toMila, fromMila } = await vdirsyncer.sync();
  const followUp = await vdirsyncer.sync();
  const repeating = [...touched.values()].filter(({ before }) => before?.repeats ?? true).length;
  const wrong: string[] = [];
  if (followUp.toMila > 0)
    wrong.push(`A second sync moved ${followUp.toMila} objects to Mila that nobody had changed.`);
  if (followUp.fromMila > repeating)
    wrong.push(
      `A second sync brought ${followUp.fromMila} objects from Mila, ` +
        `though at most ${repeating} tasks had opened their next date.`,
    );
  const last = await vdirsyncer.sync();
  if (last.toMila + last.fromMila > 0)
    wrong.push(`A third sync still moved ${last.toMila + last.fromMila} objects.`);
  return { toMila, fromMila, brought: followUp.fromMila, wrong };
}

async function forgetRound(world: World, nora: DavFamily): Promise<void> {
  world.touched.clear();
  world.ids.clear();
  for (const { id, title, is_completed } of await nora.tasks()) {
    const number = numberOf(title);
    if (!is_completed || !world.ids.has(number)) world.ids.set(number, id);
  }
}

function reportOf(
  { tasks }: World,
  counts: Record<"folder" | "mila" | "both" | "rounds" | "toMila" | "fromMila" | "brought", number>,
  seed: number,
): string[] {
  const all = [...tasks.values()];
  const count = (isCounted: (task: (typeof all)[number]) => boolean) =>
    all.filter(isCounted).length;
  const changes = counts.folder + counts.mila;
  return [
    `Seed ${seed}: ${changes.toLocaleString("en")} changes in ${counts.rounds} rounds, ` +
      `${counts.folder} in the folder and ${counts.mila} in Mila.`,
    `${counts.both} tasks were changed on both sides at once.`,
    `vdirsyncer moved ${counts.toMila} objects to Mila and ${counts.fromMila} from her.`,
    `${counts.brought} came back because Mila had opened the next date of a repeating task.`,
    `At the end there are ${all.length} tasks: ${count(({ isDone }) => isDone)} done, ` +
      `${count(({ repeats }) => repeats)} repeating, ` +
      `${count(({ kept }) => kept !== null)} with a property that Mila does not know.`,
  ];
}
