import type { ChildProcess } from "node:child_process";

/** Waits until a program has written this. */
export function outputMatch(program: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let written = "";
    const read = (chunk: Buffer) => {
      written += String(chunk);
      const match = pattern.exec(written);
      if (match) resolve(match);
    };
    program.stdout?.on("data", read);
    program.stderr?.on("data", read);
    program.once("error", reject);
    program.once("exit", (code) =>
      reject(new Error(`${program.spawnfile} ended (${code}): ${written}`)),
    );
  });
}
