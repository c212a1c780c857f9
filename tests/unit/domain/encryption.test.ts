import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { encrypt, decrypt } from "#app/domain/core/encryption.server.ts";

const key = randomBytes(32).toString("base64url");

test("an encrypted value opens with its key and owner and differs each time", () => {
  const encrypted = encrypt(key, "1//token", "user-1");
  expect(decrypt(key, encrypted, "user-1")).toBe("1//token");
  expect(encrypt(key, "1//token", "user-1")).not.toBe(encrypted);
  expect(Buffer.from(encrypted, "base64url").toString("latin1")).not.toContain("token");
});

test("it opens with no other key or owner, and not after a single bit changed", () => {
  const encrypted = encrypt(key, "1//token", "user-1");
  expect(decrypt(randomBytes(32).toString("base64url"), encrypted, "user-1")).toBeNull();
  expect(decrypt(key, encrypted, "user-2")).toBeNull();
  const bytes = Buffer.from(encrypted, "base64url");
  for (let position = 0; position < bytes.length; position += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(position) ^ 1, position);
    expect(decrypt(key, changed.toString("base64url"), "user-1")).toBeNull();
  }
});

test.for(["", "x", "not encrypted at all"])("%j is not an encrypted value", (text) => {
  expect(decrypt(key, text, "user-1")).toBeNull();
});
