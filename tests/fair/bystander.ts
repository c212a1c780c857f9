import { setTimeout as pause } from "node:timers/promises";
import { markPattern, seedReminders } from "../faults/reminders.ts";
import { listProcesses } from "../integration/server/processes.ts";
import { readMemory } from "../support/product/memory.ts";
import { familyPassword } from "../support/product/visitor.ts";
import type { FairRow, Target } from "./row.ts";
import type { Stage } from "./stage.ts";

/** The measurements of a household that only looks on. */
export interface Felt {
  /** Milliseconds of each answer, ascending. */
  dashboard: number[];
  live: number[];
  /** Milliseconds of each good sign-in; empty in rows that do not measure it. */
  signIn: number[];
  /**
   * Milliseconds after its time that each reminder arrived, ascending; Infinity if it never did.
   */
  late: number[];
  /** The most that all processes used together. */
  megabytes: number;
}

const [pagesEveryMs, liveEveryMs, signInEveryMs, remindersEveryMs, memoryEveryMs] = [
  250, 100, 3_000, 1_000, 2_000,
];
/** Reminders that are later than this count as lost. */
const graceMs = 60_000;
/** Higher than the number of any task of the hostile household. */
const firstNumber = 900_000;

/** Opens pages and gets reminders while the row goes on. */
export async function feel(stage: Stage, row: FairRow, seconds: number): Promise<Felt> {
  const startsAt = Date.now() + 2_000;
  const count = Math.floor((seconds * 1_000) / remindersEveryMs);
  await seedReminders(stage.db, count, {
    first: firstNumber,
    eachPerson: 1,
    isByEmail: () => !row.bystandersChannel,
    chosenChannel: () => row.bystandersChannel ?? null,
    scheduledAt: (index) => new Date(startsAt + index * remindersEveryMs).toISOString(),
  });
  const memory: number[] = [];
  const ending = new AbortController();
  const { url, cookie } = stage.bystander;
  const measuring = [
    ask(pagesEveryMs, ending.signal, () => openPage(`${url}/dashboard`, { cookie })),
    ask(liveEveryMs, ending.signal, () => openPage(`${url}/health/live`)),
    ...(row.signsIn ? [ask(signInEveryMs, ending.signal, () => signInAgain(stage.bystander))] : []),
  ];
  const timer = setInterval(() => {
    memory.push(readMemory(listProcesses(stage.mila.process.pid ?? 0)).all ?? 0);
  }, memoryEveryMs);
  await row.begin?.(stage);
  await pause(startsAt - Date.now() + seconds * 1_000);
  ending.abort();
  const [dashboard = [], live = [], signIn = []] = await Promise.all(measuring);
  clearInterval(timer);
  await untilArrived(stage, count);
  const arrivals = readArrivals(stage);
  const late = Array.from(
    { length: count },
    (_, index) =>
      (arrivals.get(firstNumber + index) ?? Infinity) - (startsAt + index * remindersEveryMs),
  );
  if (row.late) late.push(await row.late(stage));
  return { dashboard, live, signIn, late: ascending(late), megabytes: Math.max(...memory) };
}

/** Asks at a steady pace, whether or not the answers come: who waits is waited for. */
async function ask(everyMs: number, signal: AbortSignal, request: () => Promise<boolean>) {
  const asked: Promise<number>[] = [];
  for (let next = performance.now(); !signal.aborted; next += everyMs) {
    await pause(Math.max(0, next - performance.now()));
    asked.push(timeOf(request));
  }
  return ascending(await Promise.all(asked));
}

async function timeOf(request: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  const isGood = await request().catch(() => false);
  return isGood ? performance.now() - startedAt : Infinity;
}

async function openPage(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  const answer = await fetch(url, {
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(graceMs),
  });
  await answer.arrayBuffer();
  return answer.status === 200;
}

async function signInAgain({ url, cookie, email }: Target): Promise<boolean> {
  const device = cookie.split("; ").filter((one) => !one.startsWith("mila_session="));
  const answer = await fetch(`${url}/auth`, {
    method: "POST",
    body: new URLSearchParams({ mode: "login", email, password: familyPassword }),
    headers: { cookie: device.join("; ") },
    redirect: "manual",
    signal: AbortSignal.timeout(graceMs),
  });
  return answer.status === 302 || answer.status === 303;
}

async function untilArrived(stage: Stage, count: number): Promise<void> {
  for (const startedAt = Date.now(); Date.now() - startedAt < graceMs; await pause(200))
    if (readArrivals(stage).size >= count) return;
}

/** When each of the bystander's reminders was first accepted, by any channel. */
function readArrivals({ accepted }: Stage): Map<number, number> {
  const arrivals = new Map<number, number>();
  for (const { text, at } of accepted())
    for (const mark of text.match(markPattern) ?? []) {
      const number = Number(mark.slice("Nr-".length));
      if (number >= firstNumber)
        arrivals.set(number, Math.min(at, arrivals.get(number) ?? Infinity));
    }
  return arrivals;
}

const ascending = (times: number[]) => times.toSorted((one, other) => one - other);
