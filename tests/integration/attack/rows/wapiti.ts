import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { addTask, olderAccount } from "../account.ts";
import type { Row } from "../row.ts";
import type { Target } from "../target.ts";

const finding = z.object({ info: z.string(), path: z.string() });
const report = z.object({ vulnerabilities: z.record(z.string(), z.array(finding)) });

const modules =
  "blindsql,cookieflags,crlf,csp,exec,file,http_headers,permanentxss,redirect,sql,xss";

/**
 * Only https can have the first two: tests/integration/security/requests/headers.test.ts. Browsers
 * have dropped the last.
 */
const expected = /Strict-Transport-Security|Secure flag|X-XSS-Protection/;

const signedInPages = [
  "account",
  "family/members",
  "family/invite",
  "notifications",
  "calendar",
].map((page) => `/preferences/${page}`);

/** Of lines that it prints. */
const minRequests = 1_000;

/** Debian's package; the command installs nothing. */
export const isWapitiInstalled = spawnSync("wapiti", ["--version"]).status === 0;

export const wapiti: Row = {
  name: "wapiti",
  async run(target) {
    const account = await olderAccount(target);
    const task = await addTask(account, { title: "Buy milk" });
    const session = ["-H", `Cookie: mila_session=${account.cookie("mila_session")}`];
    // It stays in the folder of the first address. Signed in, that must not have the form that
    // signs out.
    const scans = [
      await scan(target, ["/auth"]),
      await scan(target, ["/preferences/profile", ...signedInPages], session),
      await scan(target, [`/tasks/${task}/edit`], session),
    ];
    const requests = scans.reduce((sum, scanned) => sum + scanned.requests, 0);
    const through = scans.flatMap((scanned) => scanned.through);
    return {
      tried: requests,
      through: requests > minRequests ? through : [...through, "it found next to nothing"],
    };
  },
};

async function scan({ url }: Target, paths: string[], session: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "mila-wapiti-"));
  const file = join(folder, "report.json");
  const [first, ...more] = paths.map((path) => url + path);
  const options = [
    [
      "-u",
      first ?? url,
      "--scope",
      "folder",
      ...more.flatMap((start) => ["-s", start]),
      ...session,
    ],
    // It asks for Brotli, which it cannot always read.
    [
      "-H",
      "Accept-Encoding: identity",
      "-m",
      modules,
      "--max-scan-time",
      "30",
      "--max-attack-time",
      "5",
    ],
    ["--flush-session", "--no-bugreport", "-v", "2", "-f", "json", "-o", file],
  ].flat();
  const env = { ...process.env, HOME: folder };
  const { stdout } = await promisify(execFile)("wapiti", options, { env, maxBuffer: 2 ** 28 });
  const { vulnerabilities } = report.parse(JSON.parse(readFileSync(file, "utf8")));
  rmSync(folder, { recursive: true });
  const through = Object.entries(vulnerabilities).flatMap(([kind, found]) =>
    found
      .filter(({ info }) => !expected.test(info))
      .map(({ info, path }) => `${kind} at ${path}: ${info}`),
  );
  return { requests: stdout.split("\n").length, through };
}
