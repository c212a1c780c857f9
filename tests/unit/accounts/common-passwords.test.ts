import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  bytesPerGap,
  isCommonPassword,
  passwordPrefix,
} from "#app/domain/accounts/credentials/common-passwords.server.ts";
import { commonPasswords } from "#app/domain/accounts/credentials/common-passwords.ts";
import { encodePasswords, listCommonPasswords } from "../../../scripts/dev/common-passwords.ts";

const list = listCommonPasswords();

test("the list holds zxcvbn-ts's passwords of 6 characters and more, in 200 KB at most", () => {
  expect(list).toHaveLength(42_692);
  expect(commonPasswords).toBe(encodePasswords(list));
  const { length } = readFileSync("app/domain/accounts/credentials/common-passwords.ts");
  expect(length).toBeLessThanOrEqual(200 * 1024);
});

test("a common password is refused, whatever its rank and case", async () => {
  const sample = list.filter((_, rank) => rank % 100 === 0);
  expect(sample).toHaveLength(427);
  for (const password of sample) {
    expect([password, await isCommonPassword(password)]).toEqual([password, true]);
    expect([password, await isCommonPassword(password.toUpperCase())]).toEqual([password, true]);
  }
});

test("another password is refused once in 800,000 at most", async () => {
  const prefixes = new Set(list.map(passwordPrefix));
  expect(Buffer.from(commonPasswords, "base64")).toHaveLength(prefixes.size * bytesPerGap);
  const number = prefixes.size.toLocaleString("en-US");
  expect(readFileSync("docs/security.md", "utf8")).toContain(`the ${number} commonest`);
  expect(2 ** 35 / prefixes.size).toBeGreaterThan(800_000);
  for (const password of [
    "correct horse 7",
    "m1Lk.b",
    "  milk and bread ",
    "🥛🍞🧀🍎🥕🍌",
    "x1".repeat(64),
  ]) {
    expect([password, await isCommonPassword(password)]).toEqual([password, false]);
  }
});
