import { execFile } from "node:child_process";

/** Returns what the program wrote. Throws if it failed, with its words. */
export function runProgram(
  program: string,
  args: string[],
  { env = {}, input = "" }: { env?: Record<string, string>; input?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      env: { ...process.env, LC_ALL: "C.UTF-8", TZ: "America/New_York", ...env },
      maxBuffer: 2 ** 26,
    };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const written = stdout + stderr;
      if (error) reject(new Error(`${program} ${args.join(" ")} failed:\n${written}`));
      else resolve(written);
    });
    child.stdin?.end(input);
  });
}
