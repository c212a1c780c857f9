import autocannon from "autocannon";
import { allCards } from "../family.ts";
import { Visitor } from "../../support/product/visitor.ts";
import { liftAddingLimit } from "../../support/records/lift-adding-limit.ts";
import { median } from "../median.ts";
import { startCheckout } from "./checkout.ts";

const [connections, seconds, taskCount] = [8, 5, 50];
const sides = ["before", "after"] as const;
const kinds = ["dashboard", "dashboard, unchanged", "add a task", "/health/live"] as const;

/**
 * Requests a second of both checkouts, which run side by side and take turns. All goes through
 * HTTP, because an older checkout's own helpers may not fit.
 * @returns rows for a table; the ratio is the median of the rounds' ratios
 */
export async function comparePages(
  folders: Record<(typeof sides)[number], string>,
  rounds: number,
) {
  await using before = await startCheckout(folders.before);
  await using after = await startCheckout(folders.after);
  const families = { before: await signUp(before), after: await signUp(after) };
  const rows: Record<string, { before: number; after: number; ratio: number }> = {};
  for (const kind of kinds) {
    const rates = { before: [] as number[], after: [] as number[] };
    // Warms up V8.
    for (const side of sides) await families[side](kind);
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        rates[side].push(await families[side](kind));
    }
    const ratios = rates.after.map((rate, round) => rate / rates.before[round]!);
    rows[kind] = {
      before: median(rates.before),
      after: median(rates.after),
      ratio: Number(median(ratios).toFixed(2)),
    };
  }
  return rows;
}

/** @returns a function that measures one kind of request, per second */
async function signUp({ url, dataFolder }: { url: string; dataFolder: string }) {
  liftAddingLimit(dataFolder);
  const visitor = new Visitor(url);
  const person = { email: "parent@example.com", password: "correct horse 7" };
  await visitor.post("/auth", { mode: "signup", ...person });
  await visitor.post("/auth", { mode: "login", ...person });
  for (let task = 1; task <= taskCount; task += 1) {
    const text =
      task % 2 ? `Call person ${task}` : `Buy milk ${task} tomorrow at ${1 + (task % 8)} pm`;
    await visitor.post("/dashboard", { text });
  }
  // Says what was just added.
  await visitor.get("/dashboard");
  let added = 0;
  return async (kind: (typeof kinds)[number]): Promise<number> => {
    const headers = { cookie: visitor.cookies(), accept: "text/html", "accept-encoding": "gzip" };
    // Versions before Home's groups show all cards at this address, too.
    const dashboard = { url: url + allCards, headers };
    const tag = (await visitor.get(allCards, { accept: "text/html" })).headers.get("etag");
    const loads: Record<typeof kind, autocannon.Options> = {
      dashboard,
      "dashboard, unchanged": {
        ...dashboard,
        headers: { ...headers, ...(tag && { "if-none-match": tag }) },
      },
      "/health/live": { url: `${url}/health/live` },
      "add a task": {
        ...dashboard,
        url: `${url}/dashboard`,
        method: "POST",
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        requests: [
          { setupRequest: (request) => ({ ...request, body: `text=Buy+eggs+${(added += 1)}` }) },
        ],
      },
    };
    const result = await autocannon({ connections, duration: seconds, ...loads[kind] });
    if (result["4xx"] + result["5xx"] + result.errors > 0)
      throw new Error(`${kind} at ${url}: requests failed`);
    return result.requests.average;
  };
}
