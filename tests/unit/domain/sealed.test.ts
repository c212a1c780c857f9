import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { seal, unseal } from "#app/domain/core/encryption.server.ts";

const key = randomBytes(32).toString("base64url");

test("an encrypted value opens with its key and owner and differs each time", () => {
  const sealed = seal(key, "1//token", "user-1");
  expect(unseal(key, sealed, "user-1")).toBe("1//token");
  expect(seal(key, "1//token", "user-1")).not.toBe(sealed);
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("token");
});

test("it opens with no other key or owner, and not after a single bit changed", () => {
  const sealed = seal(key, "1//token", "user-1");
  expect(unseal(randomBytes(32).toString("base64url"), sealed, "user-1")).toBeNull();
  expect(unseal(key, sealed, "user-2")).toBeNull();
  const bytes = Buffer.from(sealed, "base64url");
  for (let position = 0; position < bytes.length; position += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(position) ^ 1, position);
    expect(unseal(key, changed.toString("base64url"), "user-1")).toBeNull();
  }
});

test.for(["", "x", "not sealed at all"])("%j is not an encrypted value", (text) => {
  expect(unseal(key, text, "user-1")).toBeNull();
});
