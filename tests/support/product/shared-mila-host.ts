import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeEmptyable, postgresServer } from "../postgres/databases.ts";
import { noteDatabaseUrl } from "../records/open-data.ts";
import { type Mila, startMila } from "./mila.ts";
import { type SharedKind, kindSettings } from "./shared-mila-kinds.ts";

export interface SharedAddress {
  url: string;
  dataFolder: string;
  settings: Record<string, string>;
  /** PostgreSQL's; without it the database is a file of the folder. */
  databaseUrl?: string;
  logLength: number;
}

/**
 * Runs beside Vitest and serves each slot's instance (`/SLOT/KIND`) and log (`/SLOT/KIND/log`).
 * All instances end with the run, even an interrupted one.
 */
export async function hostSharedMila(): Promise<AsyncDisposable & { url: string }> {
  const started = new Map<string, ReturnType<typeof startKind>>();
  const running: Mila[] = [];
  const killAll = () => running.forEach((mila) => mila.process.kill());
  process.once("exit", killAll);

  async function startKind(kind: SharedKind) {
    const settings = await kindSettings[kind]();
    const databaseUrl = postgresServer ? await makeEmptyable() : undefined;
    const mila = await startMila({
      ...settings,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    if (databaseUrl) noteDatabaseUrl(mila.dataFolder, databaseUrl);
    running.push(mila);
    return { mila, settings, databaseUrl };
  }

  async function answer(path: string): Promise<string> {
    const [, slot, kind, isLog] = path.split("/");
    const key = `${slot} ${kind}`;
    if (!started.has(key)) started.set(key, startKind(kind as SharedKind));
    const { mila, settings, databaseUrl } = await started.get(key)!;
    if (isLog) return mila.wholeOutput();
    const { url, dataFolder, output } = mila;
    return JSON.stringify({
      url,
      dataFolder,
      settings,
      databaseUrl,
      logLength: output().length,
    } satisfies SharedAddress);
  }

  const server = createServer((request, response) => {
    answer(request.url ?? "").then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await Promise.allSettled(started.values());
      await Promise.all(running.map((mila) => mila[Symbol.asyncDispose]()));
      process.off("exit", killAll);
    },
  };
}
