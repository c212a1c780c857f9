import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { expectSoon } from "./soon.ts";
import { listProcesses } from "../integration/server/processes.ts";
import { freePort } from "../support/product/free-port.ts";
import type { Image } from "./image.ts";

export interface ContainerOptions {
  /** Mounted at /data. */
  volume: string;
  /** As `docker run --user`; the image's user by default. */
  user?: number;
  /** Arguments after the image's name. */
  command?: string[];
  entryPoint?: string[];
  /** A file on this machine to read from, as `docker run -i … < FILE`. */
  input?: string;
  settings?: Record<string, string>;
}

/** A container without an engine: namespaces, a read-only root, no capabilities. */
export interface Container extends AsyncDisposable {
  url: string;
  /** The init process's id on this machine. */
  init: () => number;
  processes: () => number[];
  output: () => string;
  /** Waits for this output. */
  says: (words: string) => Promise<void>;
  /** As `docker exec`. */
  exec: (...line: string[]) => { code: number | null; output: string };
  /** By the image's health check. */
  isHealthy: () => boolean;
  /** As `docker stop`. Returns the milliseconds it took. */
  stop: () => Promise<number>;
  /** The exit code. */
  ended: Promise<number | null>;
}

const imageUser = 1000;

/** Root, volume, /tmp and /proc as with `docker run --read-only --tmpfs /tmp -v …:/data`. */
const mounts = `
set -e
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind "$2" "$1/data"
cd "$1/mila"
shift 2
exec "$@"`;

export async function startContainer(image: Image, options: ContainerOptions): Promise<Container> {
  const port = String(await freePort());
  const variables = { PORT: port, ...options.settings };
  const environment = [
    ...image.environment,
    ...Object.entries(variables).map((pair) => pair.join("=")),
  ];
  const asUser = (...line: string[]) => inside(options.user ?? imageUser, environment, line);
  const command = [...(options.entryPoint ?? image.entryPoint), ...(options.command ?? [])];
  const namespaces = [
    "--mount",
    "--pid",
    "--uts",
    "--ipc",
    "--fork",
    "--kill-child",
    "--propagation",
    "private",
  ];
  const setUp = ["sh", "-c", mounts, "sh", image.root, options.volume, "chroot", image.root];
  const input = options.input ? openSync(options.input, "r") : "ignore";
  const child = spawn("unshare", [...namespaces, ...setUp, ...asUser(...command)], {
    stdio: [input, "pipe", "pipe"],
  });
  if (typeof input === "number") closeSync(input);
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (written += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  void ended.then(() => process.off("exit", kill));
  const init = () => listProcesses(child.pid ?? 0)[1] ?? 0;

  function exec(...line: string[]) {
    const target = ["--target", String(init()), "--mount", "--pid", "--root", "--wd"];
    const { status, stdout, stderr } = spawnSync("nsenter", [...target, ...asUser(...line)], {
      encoding: "utf8",
    });
    return { code: status, output: stdout + stderr };
  }

  async function stop(): Promise<number> {
    const startedAt = performance.now();
    if (child.exitCode === null && init()) process.kill(init(), "SIGTERM");
    await ended;
    return performance.now() - startedAt;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    init,
    processes: () => listProcesses(init()),
    output: () => written,
    says: (words) =>
      expectSoon(() => {
        if (child.exitCode !== null) throw new Error(`It ended:\n${written}`);
        return written.includes(words);
      }, `"${words}"`),
    exec,
    isHealthy: () => exec(...image.healthCheck).code === 0,
    stop,
    ended,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** A command as this user within the image's files, with `--cap-drop ALL`. */
function inside(user: number, environment: string[], line: string[]): string[] {
  const id = String(user);
  const rights = ["--clear-groups", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"];
  const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const change = ["setpriv", "--reuid", id, "--regid", id, ...rights];
  return [
    ...change,
    "env",
    "-i",
    path,
    ...environment,
    "sh",
    "-c",
    'cd /mila && exec "$@"',
    "sh",
    ...line,
  ];
}
