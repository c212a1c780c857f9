import type { Mila } from "../support/product/mila.ts";
import { newSam } from "../support/people/second-parent.ts";
import type { Visitor } from "../support/product/visitor.ts";
import { familyWithTasks } from "./family.ts";
import { median } from "./median.ts";

const [warmUp, measured] = [100, 200];

interface Quantiles {
  p50: number;
  p99: number;
}

/** The dashboard: milliseconds from a request's arrival to its last byte, from the access log. */
export async function dashboardTime(mila: Mila, taskCount: number): Promise<Quantiles> {
  return measureDashboard(mila, await familyWithTasks(mila, taskCount));
}

/**
 * Dashboards of as many tasks for once and tasks that repeat, in turns, so that both see the same
 * machine.
 */
export async function repeatingRatio(
  mila: Mila,
  taskCount: number,
  makeSeries: (dataFolder: string) => Promise<void>,
): Promise<{ "once p50 (ms)": number; "repeating p50 (ms)": number; ratio: number }> {
  const repeating = await familyWithTasks(mila, taskCount);
  await makeSeries(mila.dataFolder);
  const once = await familyWithTasks(mila, taskCount);
  const times: Record<"once" | "repeating", number[]> = { once: [], repeating: [] };
  for (let round = 0; round < 3; round += 1) {
    times.once.push((await measureDashboard(mila, once)).p50);
    times.repeating.push((await measureDashboard(mila, repeating)).p50);
  }
  const [oneMs, repeatingMs] = [median(times.once), median(times.repeating)];
  const ratio = Math.round((repeatingMs / oneMs) * 100) / 100;
  return { "once p50 (ms)": oneMs, "repeating p50 (ms)": repeatingMs, ratio };
}

/** The dashboard of six accounts with 5,000 tasks. */
export async function bigFamilyTime(mila: Mila): Promise<Quantiles> {
  const visitor = await familyWithTasks(mila, 5_000);
  for (let member = 2; member <= 6; member += 1) await newSam(mila, visitor);
  return measureDashboard(mila, visitor);
}

function measureDashboard(mila: Mila, visitor: Visitor): Promise<Quantiles> {
  return measureTimes(
    mila,
    "GET",
    async () =>
      void (await (await visitor.get("/dashboard", { "accept-encoding": "gzip" })).text()),
  );
}

export async function addTime(mila: Mila): Promise<Quantiles> {
  // An account adds 60 times a minute.
  const families: Visitor[] = [];
  for (let family = 0; family < 10; family += 1) families.push(await familyWithTasks(mila, 50));
  return measureTimes(mila, "POST", async (turn) => {
    await families[turn % families.length]!.post("/dashboard", {
      text: `pick up Emma from school at 3pm tomorrow, ${turn}`,
      requestId: `bench-${turn}`,
    });
  });
}

/** One at a time, warm. */
async function measureTimes(
  mila: Mila,
  method: string,
  request: (turn: number) => Promise<void>,
): Promise<Quantiles> {
  for (let turn = 0; turn < warmUp; turn += 1) await request(turn);
  const before = mila.output().length;
  for (let turn = warmUp; turn < warmUp + measured; turn += 1) await request(turn);
  const lines = mila
    .output()
    .slice(before)
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const times = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.route === "/dashboard" && line.method === method)
    .map(({ ms }) => Number(ms))
    .toSorted((one, other) => one - other);
  return {
    p50: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  };
}
