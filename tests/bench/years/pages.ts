import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { readSecrets } from "#app/config/secrets.server.ts";
import { messageGroups } from "#app/domain/outbox/views/message-log.server.ts";
import { builtServer } from "../../../scripts/start/built.ts";
import { accountRoutes } from "../../integration/security/households/routes/accounts.ts";
import { familyRoutes } from "../../integration/security/households/routes/family.ts";
import { preferenceRoutes } from "../../integration/security/households/routes/preferences.ts";
import { taskRoutes } from "../../integration/security/households/routes/tasks.ts";
import { listProcesses, processRunning } from "../../integration/server/processes.ts";
import type { Mila } from "../../support/product/mila.ts";
import { allCards } from "../family.ts";
import type { OldFamily } from "./family.ts";

const [warmUp, rounds] = [5, 40];

/** The kernel counts a process's time in hundredths of a second. */
const tickMs = 10;

interface PageFigures {
  "p50 (ms)": number;
  "p99 (ms)": number;
  "server's CPU (ms)": number;
  kilobytes: number;
}

/**
 * Each page of a family, the owner's pages, the feed, and what a monitor asks for; one at a time.
 */
export async function pageFigures(
  mila: Mila,
  family: OldFamily,
): Promise<Record<string, PageFigures>> {
  const figures: Record<string, PageFigures> = {};
  for (const [name, path] of pathsOf(family)) {
    const { status } = await family.visitor.get(path);
    if (status >= 500) throw new Error(`${path} answered ${status}`);
    // Some pages are for what this family lacks, such as a passkey: they lead elsewhere.
    if (status === 200 || status === 401) figures[name] = await measure(mila, family, path);
  }
  return figures;
}

/** The names of all pages, and their paths. */
function pathsOf({ feed, taskId }: OldFamily): [string, string][] {
  const routes = { ...taskRoutes, ...familyRoutes, ...preferenceRoutes, ...accountRoutes };
  const pages = Object.entries(routes)
    .filter(([path, { who, hasPage }]) => who === "signed-in" && hasPage && path !== exportPath)
    .map(([path]): [string, string] => [path, path.replace(/^\/tasks\/:id/, `/tasks/${taskId}`)])
    .filter(([, path]) => !path.includes(":"));
  const asked = [
    allCards,
    "/family?filter=all",
    ...messageGroups.map((group) => `/preferences/instance/deliveries?show=${group}`),
    "/health/ready",
    "/metrics",
  ];
  return [
    ...pages,
    ...asked.map((path): [string, string] => [path, path]),
    ["calendar feed", feed],
  ];
}

export const exportPath = "/preferences/account/export";

async function measure(
  mila: Mila,
  { visitor, feed }: OldFamily,
  path: string,
): Promise<PageFigures> {
  const headers = {
    "accept-encoding": "gzip",
    ...(!path.includes("?") && monitorHeaders(mila, path)),
  };
  // A feed may be read 30 times a quarter of an hour.
  const times = path === feed ? rounds / 2 : rounds;
  let kilobytes = 0;
  const read = async () => {
    const answer = await visitor.get(path, headers);
    const { length } = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    kilobytes = Math.round(length / 1_024);
  };
  for (let turn = 0; turn < warmUp; turn += 1) await read();
  const server = processRunning(builtServer, listProcesses(mila.process.pid ?? 0));
  const [taken, cpuBefore] = [[] as number[], readCpuMs(server)];
  for (let turn = 0; turn < times; turn += 1) {
    const startedAt = performance.now();
    await read();
    taken.push(performance.now() - startedAt);
  }
  taken.sort((one, other) => one - other);
  const rounded = (ms: number) => Math.round(ms * 10) / 10;
  return {
    "p50 (ms)": rounded(taken[Math.floor(times * 0.5)] ?? Number.NaN),
    "p99 (ms)": rounded(taken[Math.floor(times * 0.99)] ?? Number.NaN),
    "server's CPU (ms)": rounded((readCpuMs(server) - cpuBefore) / times),
    kilobytes,
  };
}

function monitorHeaders({ dataFolder }: Mila, path: string): Record<string, string> | false {
  if (path !== "/metrics" && path !== "/health/ready") return false;
  const key = readSecrets(dataFolder).link;
  const token = createHmac("sha256", key).update("metrics").digest("base64url");
  return { authorization: `Bearer ${token}` };
}

function readCpuMs(pid: number): number {
  const [user, system] =
    readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return (Number(user) + Number(system)) * tickMs;
}
