import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, inject, test } from "vitest";
import { startExpectingFailure, startMila, withRedis } from "../../support/product/mila.ts";
import { newFamily } from "../../support/product/visitor.ts";

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

/** Its last lines, without "could not start". */
async function startAndGiveUp(settings: Record<string, string>) {
  const { code, output } = await startExpectingFailure({ PORT: "0", ...settings });
  return {
    code,
    lines: output.split("\n").filter((line) => line && line !== "Mila cannot start:"),
  };
}

test("a port in use is reported with a remedy", async () => {
  using data = temporaryFolder();
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, () => resolve((other.address() as { port: number }).port));
  });
  const outcome = await startAndGiveUp({ DATA_DIR: data.folder, PORT: String(port) });
  other.close();
  const line = `Port ${port} is already in use. Set another one, for example PORT=3001`;
  expect(outcome).toEqual({ code: 1, lines: [line] });
});

test("a file in the data folder's place is reported with a remedy", async () => {
  using data = temporaryFolder();
  const file = join(data.folder, "file");
  writeFileSync(file, "");
  for (const folder of [file, join(file, "data")]) {
    const why = `${file} is a file, but must be a folder: remove it, or set DATA_DIR to another folder`;
    const line = `cannot use the data folder ${folder}: ${why}`;
    expect(await startAndGiveUp({ DATA_DIR: folder })).toEqual({ code: 1, lines: [line] });
  }
});

test("a link to a disk that is not mounted is reported with a remedy", async () => {
  using data = temporaryFolder();
  const [link, loop] = [join(data.folder, "link"), join(data.folder, "loop")];
  symlinkSync(join(data.folder, "not-mounted/mila"), link);
  symlinkSync(loop, loop);
  for (const [folder, found] of [
    [link, link],
    [join(loop, "data"), loop],
  ]) {
    const cure = "mount the disk that it leads to, or remove it, or set DATA_DIR to another folder";
    const line = `cannot use the data folder ${folder}: ${found} is a link that leads nowhere: ${cure}`;
    expect(await startAndGiveUp({ DATA_DIR: folder ?? "" })).toEqual({ code: 1, lines: [line] });
  }
});

test.for(["development", "test"])(
  "NODE_ENV=%s changes nothing that Mila serves",
  async (NODE_ENV) => {
    await using mila = await startMila({ NODE_ENV });
    const page = await fetch(`${mila.url}/auth`);
    expect(page.headers.get("content-security-policy")).not.toMatch(/unsafe|ws:/);
    expect(await page.text()).toMatch(/<script[^>]* src="\/assets\/|import[^"]*"\/assets\//);
    expect(await mila.wholeOutput()).toContain('"route":"/auth","status":200');
  },
);

test.for([
  ["its folders cannot be made", () => ({ ...withRedis, TMPDIR: "/nonexistent" })],
  ["it never answers", (folder: string) => ({ PATH: folder })],
] as const)("Mila runs without Redis where %s", async ([, settings]) => {
  using data = temporaryFolder();
  writeFileSync(join(data.folder, "redis-server"), "#!/bin/sh\nexec /bin/sleep 600\n", {
    mode: 0o755,
  });
  await using mila = await startMila(settings(data.folder));
  await expect.poll(mila.output, { timeout: 20_000 }).toContain('"queue":"database"');
});

test("a database from a newer version is left alone", async () => {
  using data = temporaryFolder();
  const file = join(data.folder, "mila.db");
  copyFileSync(inject("databaseTemplate"), file);
  const sqlite = new SQLite(file);
  sqlite
    .prepare("insert into kysely_migration (name, timestamp) values ('9999_next', '2099')")
    .run();
  sqlite.close();
  const line = new RegExp(`${data.folder}.*newer version of Mila \\(9999_next\\)`);
  expect(await startAndGiveUp({ DATA_DIR: data.folder })).toEqual({
    code: 1,
    lines: [expect.stringMatching(line)],
  });
});

test.for<[string, string, why: string]>([
  ["secrets.json", "garbage", "secrets.json"],
  ["secrets.json", "{}", "secrets.json"],
  ["secrets.json", "", "secrets.json"],
  ["secrets.json", '{"session":"short","link":"short","encryption":"short"}', "secrets.json"],
])("a %s of %.20s is reported and left unchanged", async ([name, content, why]) => {
  using data = temporaryFolder();
  const file = join(data.folder, name);
  writeFileSync(file, content);
  const outcome = await startAndGiveUp({ DATA_DIR: data.folder });
  expect(outcome).toEqual({
    code: 1,
    lines: [expect.stringMatching(new RegExp(`${data.folder}.*${why}`))],
  });
  expect(readFileSync(file, "utf8")).toBe(content);
});

test.for([
  [
    "the newest backup",
    ["2026-03-04T02-00-00-000Z", "2026-03-05T02-00-00-000Z"],
    /, of 2026-03-05 02:00 UTC: npm run restore -- .*nightly-2026-03-05T02-00-00-000Z\.db$/,
  ],
  ["that there is none", [], /there is no backup in .*backups/],
] as const)(
  "a damaged database is left unchanged, and the start names %s",
  async ([, stamps, advice]) => {
    using data = temporaryFolder();
    const file = join(data.folder, "mila.db");
    const content = "this is no database, however long it is".repeat(100);
    writeFileSync(file, content);
    mkdirSync(join(data.folder, "backups"));
    for (const stamp of stamps)
      writeFileSync(join(data.folder, "backups", `nightly-${stamp}.db`), "");
    const { code, lines } = await startAndGiveUp({ DATA_DIR: data.folder });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining("not a database"),
      expect.stringMatching(advice),
    ]);
    expect(readFileSync(file, "utf8")).toBe(content);
  },
);

test("a database with damaged pages doesn't start, and the newest backup is named", async () => {
  using data = temporaryFolder();
  const content = readFileSync(inject("databaseTemplate"));
  const [pageSize, headPages] = [4096, 3];
  writeFileSync(
    join(data.folder, "mila.db"),
    content.fill("damaged", headPages * pageSize, 20 * pageSize),
  );
  mkdirSync(join(data.folder, "backups"));
  writeFileSync(join(data.folder, "backups", "nightly-2026-03-05T02-00-00-000Z.db"), "");
  const { code, lines } = await startAndGiveUp({ DATA_DIR: data.folder });
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringContaining("malformed"),
    expect.stringMatching(
      /, of 2026-03-05 02:00 UTC: npm run restore -- .*nightly-2026-03-05T02-00-00-000Z\.db$/,
    ),
  ]);
});

test.for(["missing", "empty"])(
  "a database that is %s beside a backup stays so, and the backup is named",
  async (how) => {
    using data = temporaryFolder();
    const file = join(data.folder, "mila.db");
    if (how === "empty") writeFileSync(file, "");
    mkdirSync(join(data.folder, "backups"));
    for (const stamp of ["2026-03-04T02-00-00-000Z", "2026-03-05T02-00-00-000Z"]) {
      writeFileSync(join(data.folder, "backups", `nightly-${stamp}.db`), "");
    }
    const { code, lines } = await startAndGiveUp({ DATA_DIR: data.folder });
    expect(code).toBe(1);
    const backup = join(data.folder, "backups", "nightly-2026-03-05T02-00-00-000Z.db");
    expect(lines).toEqual([
      `The database mila.db is ${how} in ${data.folder}. To go back to the newest backup, of 2026-03-05 02:00 UTC: npm run restore -- ${backup}`,
      "To start with an empty Mila instead, move that folder somewhere else.",
    ]);
    expect(statSync(file, { throwIfNoEntry: false })?.size).toBe(how === "empty" ? 0 : undefined);
  },
);

test("a second Mila refuses the data folder of a running one, until that ends", async () => {
  using data = temporaryFolder();
  const settings = { DATA_DIR: data.folder };
  {
    await using _running = await startMila(settings);
    const line = `another Mila is using the data folder ${data.folder}: stop it, or set DATA_DIR to another folder`;
    expect(await startAndGiveUp(settings)).toEqual({ code: 1, lines: [line] });
  }
  await using again = await startMila(settings);
  expect((await fetch(`${again.url}/health/live`)).status).toBe(200);
});

test("a misspelt setting is named, and an unreachable Redis", async () => {
  await using mila = await startMila({
    SMTP_URI: "smtp://mail.example.com",
    REDIS_URL: "redis://127.0.0.1:1",
  });
  expect(mila.output()).toContain("SMTP_URI is not a setting. Did you mean SMTP_URL?");
  await expect.poll(mila.output, { timeout: 20_000 }).toContain("Redis isn't responding");
});

test.for(["mila.db", "secrets.json", "running.lock"])(
  "a folder in the place of %s is reported with a remedy",
  async (name) => {
    using data = temporaryFolder();
    mkdirSync(join(data.folder, name));
    const outcome = await startAndGiveUp({ DATA_DIR: data.folder });
    const what = `${data.folder}/${name} is a folder, but must be a file: move it away`;
    expect(outcome).toEqual({
      code: 1,
      lines: [`cannot use the data folder ${data.folder}: ${what}`],
    });
  },
);

test("a restart keeps keys, sessions, tasks and a form that came too late, and only the owner can read the keys", async () => {
  using data = temporaryFolder();
  const folder = join(data.folder, "new");
  const keysFile = join(folder, "secrets.json");
  let [cookie, before] = ["", ""];
  {
    await using mila = await startMila({ DATA_DIR: folder });
    expect(mila.dataFolder).toBe(folder);
    before = readFileSync(keysFile, "utf8");
    const family = await newFamily(mila);
    await family.post("/dashboard", { text: "Buy oat milk" });
    cookie = `mila_session=${family.cookie("mila_session")}`;
    const late = { cookie: `mila_last_user=${family.cookie("mila_last_user")}`, origin: mila.url };
    const body = new URLSearchParams({ text: "Order the cake" });
    await fetch(`${mila.url}/dashboard`, {
      method: "POST",
      headers: late,
      body,
      redirect: "manual",
    });
  }
  await using mila = await startMila({ DATA_DIR: folder });
  const page = await fetch(`${mila.url}/dashboard`, { headers: { cookie }, redirect: "manual" });
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringMatching(/Order the cake[^]*oat milk|oat milk[^]*Order the cake/i),
  ]);

  expect(JSON.parse(readFileSync(keysFile, "utf8"))).toMatchObject(JSON.parse(before));
  expect(statSync(keysFile).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o077).toBe(0);
  const keys = Object.values(JSON.parse(before));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(3);
});
