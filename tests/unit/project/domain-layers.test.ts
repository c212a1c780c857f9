import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsAmong } from "./import-cycles.ts";

/** The rooms of app/domain, from the bottom up. Each may import those before it. */
const rooms = [
  "core",
  "understanding",
  "recurrence",
  "outbox",
  "accounts",
  "preferences",
  "instance",
  "people",
  "tokens",
  "lists",
  "tasks",
  "reminders",
  "series",
  "search",
  "calendar",
  "delegation",
  "children",
  "mail",
  "imports",
  "summary",
  "webhooks",
  "caldav",
  "inbox",
  "pages",
  "lifecycle",
  "wiring",
];

const files = globSync("app/domain/**/*.ts");
const roomOf = (file: string) => file.split("/").slice(2, -1)[0] ?? "top";
const rankOf = (file: string) => rooms.indexOf(roomOf(file));

test("every file of the domain is in a room that has its place", () => {
  expect(new Set(files.map(roomOf))).toEqual(new Set(rooms));
});

test("rooms import only rooms below them", () => {
  const upward = [...importsAmong(files)].flatMap(([file, targets]) =>
    targets
      .filter((target) => rankOf(target) > rankOf(file))
      .map((target) => `${file} -> ${target}`),
  );
  expect(upward).toEqual([]);
});

test("the architecture lists the rooms in their order", () => {
  const text =
    readFileSync("docs/architecture.md", "utf8")
      .split("## The domain's rooms")[1]
      ?.split("\n## ")[0] ?? "";
  expect([...text.matchAll(/^\| `(\w+)`/gm)].map(([, room]) => room)).toEqual(rooms);
});
