// npm run lighthouse: runs Google's Lighthouse, as on a phone, on pages of a family with 200 tasks
// and on the sign-in page. Prints the medians of three rounds, and what it finds. npx downloads it.
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { startMila } from "../support/product/mila.ts";
import { browserOptions } from "../support/browser/chromium.ts";
import { familyOfHome } from "./home.ts";
import { median } from "./median.ts";

const version = "lighthouse@13.5.0";
const paths = ["/dashboard", "/family", "/week", "/auth"];
const subjects = ["performance", "accessibility", "best-practices", "seo"] as const;
const rounds = 3;

interface Report {
  categories: Record<(typeof subjects)[number], { score: number; auditRefs: { id: string }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

await using mila = await startMila();
const visitor = await familyOfHome(mila);
using folder = mkdtempDisposableSync(`${tmpdir()}/mila-lighthouse-`);
const headers = `${folder.path}/headers.json`;
writeFileSync(headers, JSON.stringify({ cookie: visitor.cookies() }));

const table: Record<string, object> = {};
const faults = new Set<string>();
for (const path of paths) {
  const reports = Array.from({ length: rounds }, () => examine(path));
  const middle = (read: (report: Report) => number) => median(reports.map(read));
  table[path] = {
    ...Object.fromEntries(
      subjects.map((subject) => [subject, 100 * middle((each) => each.categories[subject].score)]),
    ),
    "first content (ms)": Math.round(
      middle(({ audits }) => audits["first-contentful-paint"]!.numericValue!),
    ),
    "blocked (ms)": Math.round(
      middle(({ audits }) => audits["total-blocking-time"]!.numericValue!),
    ),
  };
  for (const { categories, audits } of reports) {
    const wrong = subjects
      .filter((subject) => subject !== "performance")
      .flatMap((subject) => categories[subject].auditRefs)
      .filter(({ id }) => audits[id]!.score === 0);
    for (const { id } of wrong) faults.add(`${path}: ${id}`);
  }
}
console.table(table);
for (const fault of faults) console.log(fault);

function examine(path: string): Report {
  const { executablePath } = browserOptions();
  const { stdout, stderr } = spawnSync(
    "npx",
    [
      "--yes",
      version,
      new URL(path, mila.url).href,
      ...(path === "/auth" ? [] : [`--extra-headers=${headers}`]),
      "--chrome-flags=--headless --no-sandbox --disable-gpu",
      `--only-categories=${subjects.join(",")}`,
      "--output=json",
      "--quiet",
    ],
    {
      encoding: "utf8",
      maxBuffer: 100_000_000,
      env: { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) },
    },
  );
  if (!stdout.startsWith("{")) throw new Error(`Lighthouse ended early: ${stderr}`);
  return JSON.parse(stdout) as Report;
}
