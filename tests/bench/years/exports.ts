import { setTimeout as pause } from "node:timers/promises";
import { listProcesses } from "../../integration/server/processes.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { readMemory } from "../../support/product/memory.ts";
import type { Mila } from "../../support/product/mila.ts";
import type { OldFamily } from "./family.ts";
import { exportPath } from "./pages.ts";

const [atOnce, pageEveryMs, memoryEveryMs] = [[1, 4, 8], 100, 50];

interface ExportFigures {
  "longest (s)": number;
  megabytes: number;
  "server before (MB)": number;
  "server at most (MB)": number;
  "another's page p50 (ms)": number;
  "another's page p99 (ms)": number;
}

/** The whole export, several at once, beside another household that opens its dashboard. */
export async function exportFigures(
  mila: Mila,
  family: OldFamily,
): Promise<Record<string, ExportFigures>> {
  const bystander = await signedInFamily(mila);
  const openPage = async () => void (await (await bystander.get("/dashboard")).text());
  for (let turn = 0; turn < 100; turn += 1) await openPage();
  await readExport(family);
  const figures: Record<string, ExportFigures> = {};
  for (const count of atOnce)
    figures[`${count} at once`] = await measure(mila, family, { count, openPage });
  return figures;
}

async function measure(
  mila: Mila,
  family: OldFamily,
  { count, openPage }: { count: number; openPage: () => Promise<void> },
): Promise<ExportFigures> {
  const readServer = () => readMemory(listProcesses(mila.process.pid ?? 0)).server ?? 0;
  const before = readServer();
  const [pages, memory] = [[] as number[], [] as number[]];
  const watch = setInterval(() => memory.push(readServer()), memoryEveryMs);
  const startedAt = performance.now();
  const exporting = Promise.all(Array.from({ length: count }, () => readExport(family)));
  const done = new AbortController();
  void exporting.then(() => done.abort());
  while (!done.signal.aborted) {
    const askedAt = performance.now();
    await openPage();
    pages.push(performance.now() - askedAt);
    await pause(pageEveryMs);
  }
  const [bytes = 0] = await exporting;
  clearInterval(watch);
  pages.sort((one, other) => one - other);
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return {
    "longest (s)": rounded((performance.now() - startedAt) / 1_000),
    megabytes: rounded(bytes / 1e6),
    "server before (MB)": before,
    "server at most (MB)": Math.max(...memory),
    "another's page p50 (ms)": rounded(pages[Math.floor(pages.length * 0.5)] ?? Number.NaN),
    "another's page p99 (ms)": rounded(pages[Math.floor(pages.length * 0.99)] ?? Number.NaN),
  };
}

/** Reads the file as a browser does, without keeping it. Returns its bytes. */
async function readExport({ visitor }: OldFamily): Promise<number> {
  const answer = await visitor.get(exportPath, { "accept-encoding": "gzip" });
  if (answer.status !== 200) throw new Error(`The export answered ${answer.status}`);
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.length;
  return bytes;
}
