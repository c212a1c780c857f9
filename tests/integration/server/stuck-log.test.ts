import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newInstallation } from "../../faults/installation.ts";
import { startWeb } from "../../faults/program.ts";

const hasFullDevice = existsSync("/dev/full");

async function answersWith(makeLog: (file: string) => void, requests: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), "mila-stuck-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  makeLog(join(folder, "output.log"));
  await using installation = await newInstallation(join(folder, "data"));
  installation.logFolder = folder;
  await using web = await startWeb(installation);
  const statuses = new Set<number>();
  for (let count = 0; count < requests; count += 20) {
    // A cheap page that logs a line.
    const paths = ["/auth", ...Array.from({ length: 19 }, () => "/health/live")];
    const ask = (path: string) => fetch(web.url + path, { signal: AbortSignal.timeout(10_000) });
    const answers = await Promise.all(paths.map(ask));
    for (const answer of answers) {
      await answer.arrayBuffer();
      statuses.add(answer.status);
    }
  }
  expect(web.isRunning()).toBe(true);
  return [...statuses];
}

test.skipIf(!hasFullDevice)("pages work while the log's disk is full", async () => {
  expect(await answersWith((file) => symlinkSync("/dev/full", file), 100)).toEqual([200]);
});

test.skipIf(!hasFullDevice)("pages work while nobody reads the log", async () => {
  const makePipe = (file: string) => {
    spawnSync("mkfifo", [file]);
    const end = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(end));
  };
  // A pipe holds 64 KB, and each request logs some hundred bytes.
  expect(await answersWith(makePipe, 1_200)).toEqual([200]);
});
