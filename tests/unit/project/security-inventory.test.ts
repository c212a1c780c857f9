import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const document = readFileSync("docs/security.md", "utf8");
const rowOf = (requirement: string) =>
  document.split("\n").find((line) => line.startsWith(`| ${requirement} `)) ?? "";

const files = globSync("{app,db,jobs}/**/*.{ts,tsx}").map((path) => ({
  path,
  text: readFileSync(path, "utf8"),
}));
const pathsWith = (pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

/** The calls of cryptography in the code, with the inventory's name for each. */
const algorithms: Record<string, string> = {
  createHmac_sha1: "HMAC-SHA1",
  createHmac_sha256: "HMAC-SHA256",
  createHash_sha256: "SHA-256",
  hash_sha256: "SHA-256",
  hkdfSync_sha256: "HKDF",
  createCipheriv: "AES-256-GCM",
  encrypt: "AES-256-GCM",
  scryptSync: "scrypt",
  createECDH_prime256v1: "P-256",
  "@node-rs/argon2": "argon2id",
  "web-push": "AES-128-GCM",
  otpauth: "HMAC-SHA1",
  "@simplewebauthn/server": "EdDSA, ES256 and RS256",
  "openid-client": "signatures of one's own identity provider",
};

const withDigest =
  /\b(createHmac|createHash|hash|hkdfSync|createECDH|createSign|createVerify)\(\s*"([^"]+)"/g;
const withOwnName =
  /\b(createCipheriv|scryptSync|pbkdf2Sync|generateKeyPairSync|subtle\.(?:encrypt|sign|digest))\(/g;
const libraries = /\bimport\("([^"]+)"\)|\bfrom "([^"]+)"/g;
const isCryptography = (name: string) =>
  /^(?!#|\.|node:).*(argon2|crypt|web-push|otp|webauthn\/server|openid|jose|jwt)/.test(name);

function cryptographyIn(text: string): string[] {
  const digests = [...text.matchAll(withDigest)].map(([, call, name]) => `${call}_${name}`);
  const calls = [...text.matchAll(withOwnName)].map(([, call = ""]) => call.replace("subtle.", ""));
  const packages = [...text.matchAll(libraries)].map(([, lazy, eager]) => lazy ?? eager ?? "");
  return [...digests, ...calls, ...packages.filter(isCryptography)];
}

test("the inventory of cryptography names every algorithm and library that the code calls", () => {
  const used = new Set(files.flatMap(({ text }) => cryptographyIn(text)));
  expect([...used].toSorted()).toEqual(Object.keys(algorithms).toSorted());
  const inventory = rowOf("11.1.2");
  expect([...used].filter((name) => !inventory.includes(algorithms[name] ?? name))).toEqual([]);
});

test("only the clients of providers open connections", () => {
  const importing =
    /^import (?!type)\{ ([^}]+) \} from "(?:node:(?:http|https|http2|net|tls|dgram)|undici)"/gm;
  const elsewhere = files.filter(({ path }) => !path.startsWith("app/services/"));
  const names = elsewhere.flatMap(({ text }) =>
    [...text.matchAll(importing)].flatMap(([, list = ""]) => list.split(", ")),
  );
  // The server's own socket, and functions that only read an address or a status.
  expect(new Set(names)).toEqual(
    new Set(["createServer", "isIP", "isIPv6", "BlockList", "STATUS_CODES"]),
  );
});

test("the server and the worker start no program but the nightly backup", () => {
  expect(pathsWith(/child_process|worker_threads/)).toEqual(["jobs/files/nightly-backup.ts"]);
});
