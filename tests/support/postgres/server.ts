import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  globSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../product/free-port.ts";
import { canInstallFromDebian, installFromDebian } from "../runner/debian.ts";

export interface PostgresServer {
  /** The address of its first database. */
  url: string;
  /** @param isRecovered true if it then goes on where the log of its changes ends */
  restart: (isRecovered: boolean) => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
}

const user = "mila";
/** PostgreSQL refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };
const account = userInfo().uid === 0 ? nobody : undefined;

/** Starts a PostgreSQL server in a new folder. Installs it from Debian if it is missing. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), "mila-postgres-"));
  if (account) {
    chownSync(folder, account.uid, account.gid);
    chmodSync(dirname(folder), 0o1777);
  }
  const data = join(folder, "data");
  const made = spawnSync(
    join(bin, "initdb"),
    ["-D", data, "-U", user, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
    { ...account, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  appendFileSync(join(data, "postgresql.conf"), settings(port));
  const url = `postgres://${user}@127.0.0.1:${port}/postgres`;
  let running = await run(bin, data, url);
  return {
    url,
    async restart(isRecovered) {
      await running.stop();
      // Nothing more is fetched, and what is there is gone through.
      appendFileSync(join(data, "postgresql.conf"), "restore_command = 'false'\n");
      if (isRecovered) writeFileSync(join(data, "recovery.signal"), "");
      running = await run(bin, data, url);
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(bin: string, data: string, url: string): Promise<{ stop: () => Promise<void> }> {
  const server = spawn(join(bin, "postgres"), ["-D", data], {
    ...account,
    cwd: data,
    stdio: "ignore",
  });
  const ended = once(server, "exit");
  while (spawnSync(join(bin, "pg_isready"), ["-q", "-d", url]).status !== 0) {
    if (server.exitCode !== null) throw new Error("PostgreSQL did not start");
    await pause(50);
  }
  return {
    async stop() {
      server.kill("SIGINT");
      await ended;
    },
  };
}

/** Nothing in it has to survive a power cut. */
const settings = (port: number) => `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${port}
max_connections = 300
fsync = off
synchronous_commit = off
full_page_writes = off
`;

/** Returns the newest version's folder of programs. */
export function findPrograms(): string {
  if (listFolders().length === 0 && canInstallFromDebian()) installFromDebian(() => ["postgresql"]);
  const newest = listFolders().at(-1);
  if (!newest)
    throw new Error("PostgreSQL is not installed, and only Debian's root can install it");
  return newest;
}

const listFolders = () =>
  globSync("/usr/lib/postgresql/*/bin").toSorted((one, other) =>
    one.localeCompare(other, "en", { numeric: true }),
  );
