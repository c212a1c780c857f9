import { execFile } from "node:child_process";
import { promisify } from "node:util";

const runs = 5;

/** What each process has loaded before anybody thinks of calendars. */
const base = "#app/services/google/sign-in.server.ts";

const script = `
await import(${JSON.stringify(base)});
const [memory, since] = [process.memoryUsage().rss, performance.now()];
await import(process.argv[1]);
console.log(JSON.stringify([performance.now() - since, (process.memoryUsage().rss - memory) / 1e6]));`;

/** What loading a module costs a process once, beyond what is there anyway: the median of five. */
export async function loadCost(module: string): Promise<{ ms: number; MB: number }> {
  const costs: [number, number][] = [];
  for (let run = 0; run < runs; run += 1) {
    const options = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script, module];
    const { stdout } = await promisify(execFile)(process.execPath, options);
    costs.push(JSON.parse(stdout));
  }
  const median = (of: 0 | 1) => costs.map((cost) => cost[of]).toSorted((one, other) => one - other)[runs >> 1] ?? 0;
  return { ms: Math.round(median(0)), MB: Math.round(median(1)) };
}
