import type { Mila } from "../support/product/mila.ts";
import { newSam } from "../support/people/second-parent.ts";
import type { Visitor } from "../support/product/visitor.ts";
import { familyWithTasks } from "./family.ts";

const [warmUp, measured] = [100, 200];

interface Quantiles {
  p50: number;
  p99: number;
}

/** The dashboard: milliseconds from a request's arrival to its last byte, from the access log. */
export async function dashboardTime(
  mila: Mila,
  taskCount: number,
  change?: (dataFolder: string) => Promise<void>,
): Promise<Quantiles> {
  const visitor = await familyWithTasks(mila, taskCount);
  await change?.(mila.dataFolder);
  return measureDashboard(mila, visitor);
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
    async () => void (await (await visitor.get("/dashboard", { "accept-encoding": "gzip" })).text()),
  );
}

export async function addTime(mila: Mila): Promise<Quantiles> {
  const visitor: Visitor = await familyWithTasks(mila, 50);
  return measureTimes(mila, "POST", async (turn) => {
    await visitor.post("/dashboard", {
      text: `pick up Emma from school at 3pm tomorrow, ${turn}`,
      requestId: `bench-${turn}`,
    });
  });
}

/** One at a time, warm. */
async function measureTimes(mila: Mila, method: string, request: (turn: number) => Promise<void>): Promise<Quantiles> {
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
