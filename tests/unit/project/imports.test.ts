import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** Who may import whom (docs/architecture.md); packages that only some may know stand below. */
const allowed: Record<string, string[]> = {
  "domain/input": ["domain/input", "domain/zod", "domain/time", "channels"],
  "domain/time": ["domain/time"],
  express: ["express", "config", "doors", "domain/input", "db/connection"],
  doors: ["doors", "server/fair-use", "domain", "config", "db/connection", "db/sql"],
  "server/fair-use": ["server/fair-use", "domain", "config"],
  server: ["server", "domain", "db/connection", "config"],
  root: ["ui", "server", "domain/input"],
  routes: ["routes", "server", "ui", "doors", "domain", "config", "db/connection", "channels"],
  ui: ["ui", "domain/input", "channels"],
  domain: ["domain", "services", "db/schema", "db/sql", "channels"],
  "domain/rules": ["domain"],
  services: ["services", "config", "channels"],
  config: ["config", "domain/time"],
  entry: ["express", "server", "config", "ui", "domain/input", "domain/rules"],
  "service-worker": ["service-worker", "domain/input"],
  db: ["db", "config", "migrations", "package"],
  "db/connection": ["db", "config"],
  channels: [],
  "db/sql": ["db/sql", "db/schema"],
  migrations: ["migrations", "db/sql"],
  jobs: ["jobs", "domain", "services", "db", "db/connection", "db/schema", "config", "channels"],
};

const guardedPackages: [RegExp, RegExp][] = [
  [/^(@remix-run|react|react-dom|express)\b/, /^(?!app\/domain|jobs|db|app\/services)/],
  [/^(bullmq|ioredis)$/, /^jobs\/redis\/redis-(queue|connections)\.ts$/],
  [/^temporal-polyfill$/, /^app\/domain\/core\/time\.ts$/],
  [/^libphonenumber-js/, /^app\/domain\/core\/phone\.server\.ts$/],
  [
    /^(openai|twilio|postmark|nodemailer|@googleapis|google-auth-library|openid-client)\b/,
    /^app\/services\//,
  ],
  [/^remix-auth/, /^app\/(server\/(google|oidc)|routes\/auth)\//],
  [/^(otpauth|uqr|@simplewebauthn\/server)$/, /^app\/domain\/accounts\/factors\//],
  [/^@simplewebauthn\/browser$/, /^app\/ui\/auth\/passkeys\.ts$/],
  [/^imapflow$/, /^app\/services\/mailbox\//],
  [/^@modelcontextprotocol\//, /^app\/doors\/mcp\/serve\.server\.ts$/],
  [/^better-sqlite3$/, /^db\/connection\.server\.ts$/],
];

const files = globSync("{app,db,jobs,migrations}/**/*.{ts,tsx}");
const imports = files.flatMap((file) =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /^(import|export)\s+(type\s)?(?:[^;"]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/gm,
    ),
  ].map(([, , isType, from, dynamic]) => ({
    file,
    isType: Boolean(isType),
    target: from ?? dynamic ?? "",
  })),
);

test("the check covers files", () => {
  expect(imports.length).toBeGreaterThan(100);
});

const own = imports.filter(({ target }) => /^[#.]/.test(target));

test("imports go one way", () => {
  const wrong = own
    .filter(({ target }) => !target.endsWith("?url"))
    .filter(({ file, target, isType }) => {
      const path = target.startsWith("#")
        ? target.slice(1)
        : normalize(join(dirname(file), target));
      const [from, to] = [roomOf(file), roomOf(path)];
      const mayKnow = allowed[from] ?? [];
      // Types are gone at run time, and any server code may use those of the tables.
      return (
        !mayKnow.includes(to) &&
        !mayKnow.includes(to.split("/")[0] ?? "") &&
        !(isType && to === "db/schema")
      );
    });
  expect(wrong).toEqual([]);
});

test("only the listed files import a package", () => {
  const wrong = imports.filter(({ file, target }) =>
    guardedPackages.some(([name, holder]) => name.test(target) && !holder.test(file)),
  );
  expect(wrong).toEqual([]);
});

test("SQL text and SQLite's own functions stand only in db/", () => {
  const sources = globSync("{app,jobs,scripts,migrations}/**/*.{ts,tsx}");
  const textual = /\bimport [^;]*\b(sql|CompiledQuery)\b[^;]*from "kysely"/;
  const sqliteOwn =
    /\b(json_\w+|strftime|julianday|unixepoch|group_concat|rowid|indexed by)\b.*["`(]/i;
  const writing = sources.filter((file) => {
    const source = readFileSync(file, "utf8");
    return textual.test(source) || (source.includes("#db/schema.ts") && sqliteOwn.test(source));
  });
  // They were released before this rule, and later ones use Kysely's builder.
  const released = /^migrations\/(0001_first_schema\/|0002_people\.ts$)/;
  expect(writing.filter((file) => !released.test(file))).toEqual([]);
});

test("only the adapter uses Remix's internals", () => {
  const adapter = "app/ui/remix-internals.ts";
  const others = globSync("app/**/*.{ts,tsx}").filter((file) => file !== adapter);
  const knowing = others.filter((file) =>
    /\b__remix\w+|window\.fetch = /.test(readFileSync(file, "utf8")),
  );
  expect(knowing).toEqual([]);
  expect(readFileSync(adapter, "utf8")).toContain("__remixRouter");
});

test("imports include the file extension, as Node requires", () => {
  expect(
    own.filter(({ target }) => !/\.(ts|tsx|css|woff2|json|svg)(\?url)?$/.test(target)),
  ).toEqual([]);
});

/** The first that a path matches is the room of the house that the file is in. */
const patternsOfRooms: [RegExp, string][] = [
  [/^app\/(server\.ts|server\/express\/)/, "express"],
  [/^app\/server\/fair-use\//, "server/fair-use"],
  [/^app\/entry\./, "entry"],
  [/^app\/(root\.tsx|styles)/, "root"],
  [/^app\/(routes\.ts|remix\.d\.ts)$/, "routes"],
  [/^app\/domain\/.*(input|limits)\.ts$/, "domain/input"],
  [/^app\/domain\/core\/(time|date-formats)\.ts$/, "domain/time"],
  [/^app\/domain\/wiring\/rules\.server\.ts$/, "domain/rules"],
  [/^app\/domain\/core\/zod\.ts$/, "domain/zod"],
  [/^db\/(schema\.ts$|tables\/)/, "db/schema"],
  [/^db\/sql\//, "db/sql"],
  [/^app\/service-worker\//, "service-worker"],
  [/^db\/connection\.server\.ts$/, "db/connection"],
];

function roomOf(path: string): string {
  const [, room] = patternsOfRooms.find(([pattern]) => pattern.test(path)) ?? [];
  return room ?? /^(?:app\/)?([a-z]+)/.exec(path)?.[1] ?? path;
}
