import { readdirSync, readFileSync } from "node:fs";

/** Kills a process and all its children, as a power cut does. */
export function killTree(pid: number): void {
  const processes = listProcesses();
  const withChildren = (id: number): number[] => [
    id,
    ...processes.filter(({ parent }) => parent === id).flatMap((child) => withChildren(child.id)),
  ];
  for (const id of withChildren(pid)) kill(id);
}

/** Kills the browser that uses this profile. */
export function killBrowser(profile: string): void {
  for (const { id, command } of listProcesses()) if (command.includes(profile)) kill(id);
}

function listProcesses() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/stat`, "utf8");
        // The name may contain spaces and brackets.
        const parent = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
        return [
          { id: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, "utf8") },
        ];
      } catch {
        return [];
      }
    });
}

function kill(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // The process has ended since.
  }
}
