import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopProcess } from "../child.ts";

const readyTimeoutMs = 5_000;
const restartDelayMs = 1_000;

interface PrivateRedis {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Listens on a socket with a short path, because Redis refuses long ones.
 * @param stopping ends the wait for it, and Redis
 * @returns null without a working redis-server; the database suffices then
 */
export async function startPrivateRedis(
  dataFolder: string,
  stopping: AbortSignal,
): Promise<PrivateRedis | null> {
  const found = findCommand();
  if (!found) return null;
  const command: string[] = found;
  const folders = makeFolders(dataFolder);
  if (!folders) return null;
  const { runFolder, folder } = folders;
  const socket = join(runFolder, "redis.sock");
  let isStopping = false;
  let server = launch(command);

  function launch([program = "", ...prefix]: string[]) {
    const options = {
      port: 0,
      unixsocket: socket,
      unixsocketperm: 700,
      dir: folder,
      save: "",
      appendonly: "yes",
    };
    const rest = {
      appendfsync: "everysec",
      "maxmemory-policy": "noeviction",
      loglevel: "warning",
      daemonize: "no",
    };
    const flags = Object.entries({ ...options, ...rest }).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ]);
    const child = spawn(program, [...prefix, ...flags], { stdio: ["ignore", "ignore", "inherit"] });
    child.once("error", () => undefined);
    child.once("exit", () => {
      if (!isStopping)
        setTimeout(() => !isStopping && (server = launch(command)), restartDelayMs).unref();
    });
    return child;
  }

  async function stop() {
    isStopping = true;
    await stopProcess(server);
    rmSync(runFolder, { recursive: true, force: true });
  }

  if (await waitUntilReady(socket, stopping)) return { url: `unix:${socket}`, stop };
  await stop();
  return null;
}

function makeFolders(dataFolder: string): { runFolder: string; folder: string } | null {
  try {
    const folder = join(dataFolder, "redis");
    mkdirSync(folder, { recursive: true });
    return { runFolder: mkdtempSync(join(tmpdir(), "mila-")), folder };
  } catch {
    return null;
  }
}

/** With setpriv, Redis ends with this process even after SIGKILL. */
function findCommand(): string[] | undefined {
  const commands = [["setpriv", "--pdeathsig", "TERM", "redis-server"], ["redis-server"]];
  return commands.find(
    ([program = "", ...prefix]) =>
      spawnSync(program, [...prefix, "--version"], { stdio: "ignore", timeout: readyTimeoutMs })
        .status === 0,
  );
}

async function waitUntilReady(socket: string, stopping: AbortSignal): Promise<boolean> {
  const until = performance.now() + readyTimeoutMs;
  while (performance.now() < until && !stopping.aborted) {
    const isReady = await new Promise<boolean>((resolve) => {
      const connection = connect(socket, () => connection.end(() => resolve(true)));
      connection.once("error", () => resolve(false));
    });
    if (isReady) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
