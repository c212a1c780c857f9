import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

export interface DavAccount {
  /** The address that people type into a program. */
  address: string;
  email: string;
  secret: string;
}

/** The number of objects that a sync moved to each side. */
export interface Moved {
  toMila: number;
  fromMila: number;
}

export interface Vdirsyncer extends Disposable {
  /** One folder for each calendar, one file for each object. */
  tasks: string;
  /** Finds the account's calendars. */
  discover: () => Promise<void>;
  sync: () => Promise<Moved>;
  /** Makes a calendar on both sides. */
  make: (name: string) => Promise<void>;
  /** The texts of a calendar's objects by their files' names. */
  read: (calendar: string) => Map<string, string>;
  write: (calendar: string, file: string, text: string) => void;
  remove: (calendar: string, file: string) => void;
}

/** Keeps a folder of its own in step with the account. On a conflict, Mila's side wins. */
export function newVdirsyncer({ address, email, secret }: DavAccount): Vdirsyncer {
  const home = mkdtempSync(join(tmpdir(), "mila-vdirsyncer-"));
  const tasks = join(home, "tasks");
  mkdirSync(tasks);
  const config = join(home, "config");
  const configure = (collections: string) =>
    writeFileSync(
      config,
      `[general]
status_path = "${home}/status/"

[pair mila]
a = "here"
b = "there"
collections = ${collections}
conflict_resolution = "b wins"
metadata = ["displayname"]

[storage here]
type = "filesystem"
path = "${tasks}/"
fileext = ".ics"

[storage there]
type = "caldav"
url = "${address}"
username = "${email}"
password = "${secret}"
item_types = ["VTODO"]
`,
    );
  configure('["from b"]');
  // It asks about each calendar that one side lacks.
  const run = (...args: string[]) =>
    runProgram("vdirsyncer", ["-c", config, ...args], { input: "y\n".repeat(50) });
  return {
    tasks,
    async discover() {
      await run("discover", "mila");
      await run("metasync", "mila");
    },
    sync: async () => readMoved(await run("sync", "mila")),
    async make(name) {
      configure(`["from b", "${name}"]`);
      await run("discover", "mila");
    },
    read(calendar) {
      const folder = join(tasks, calendar);
      const files = readdirSync(folder).filter((name) => name.endsWith(".ics"));
      return new Map(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
    },
    write: (calendar, file, text) => writeFileSync(join(tasks, calendar, file), text),
    remove: (calendar, file) => rmSync(join(tasks, calendar, file)),
    [Symbol.dispose]: () => rmSync(home, { recursive: true }),
  };
}

/** Reads which objects were copied or deleted, and to which side. */
function readMoved(output: string): Moved {
  const moves = output
    .split("\n")
    .filter((line) => /^(Copying|Deleting) .*(item)/.test(line.trim()));
  const toHere = moves.filter((line) => /(to|from) here\//.test(line)).length;
  return { toMila: moves.length - toHere, fromMila: toHere };
}
