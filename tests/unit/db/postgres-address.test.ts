import { once } from "node:events";
import { Client } from "pg";
import { expect, test } from "vitest";
import { addressFor } from "#db/dialects/postgres/address.ts";

test.for(["prefer", "require", "verify-ca", "verify-full"])(
  "sslmode=%s checks the certificate, without a warning",
  async (mode) => {
    const warned = once(process, "warning", { signal: AbortSignal.timeout(100) });
    const url = `postgres://mila@db.example.com/mila?sslmode=${mode}&application_name=mila`;
    const { ssl, database } = new Client({ connectionString: addressFor(url) });
    expect({ ssl, database }).toEqual({ ssl: {}, database: "mila" });
    await expect(warned).rejects.toThrow("abort");
  },
);
