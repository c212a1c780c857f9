import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSettings } from "#app/config/env.server.ts";

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  stop_grace_period?: string;
  ports?: string[];
  networks?: string[];
  healthcheck?: unknown;
  logging?: { driver: string };
}

const compose = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
const services: Record<string, Service> = compose.services;
const ours = ["web", "worker"];

test("compose.yaml runs web, worker and Redis separately behind Caddy", () => {
  expect(Object.keys(services)).toEqual(["web", "worker", "redis", "caddy"]);
  expect(ours.map((name) => services[name]?.command)).toEqual([["web"], ["worker"]]);
});

test.for(ours)("%s has the image's health check, which images in OCI format lose", (name) => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const [, interval, timeout, start_period, command] =
    /^HEALTHCHECK --interval=(\S+) --timeout=(\S+) --start-period=(\S+) CMD (.*)$/m.exec(
      dockerfile,
    ) ?? [];
  const healthcheck = {
    test: ["CMD", ...JSON.parse(command ?? "[]")],
    interval,
    timeout,
    start_period,
  };
  expect(services[name]?.healthcheck).toEqual(healthcheck);
});

test.for(Object.keys(services))("%s has only the rights it needs, and time to stop", (name) => {
  expect(services[name]).toMatchObject({
    read_only: true,
    // Docker's default never deletes a line.
    logging: { driver: "local" },
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    tmpfs: expect.arrayContaining(["/tmp"]),
    stop_grace_period: "10s",
  });
  expect(services[name]?.cap_add).toEqual(name === "caddy" ? ["NET_BIND_SERVICE"] : undefined);
});

test.for(ours)("the settings of %s exist in Mila and are valid", (name) => {
  const environment = Object.entries(services[name]?.environment ?? {}).map(([setting, value]) => {
    return [setting, value.replace(/\$\{MILA_HOST\b[^}]*\}/, "mila.example.com")];
  });
  const settings = readSettings(Object.fromEntries(environment));
  expect(
    environment.map(([setting]) => setting).filter((setting) => !(String(setting) in settings)),
  ).toEqual([]);
  expect(settings).toMatchObject({
    APP_URL: "https://mila.example.com",
    REDIS_URL: "redis://redis:6379",
  });
  expect(settings.DATA_DIR).toBe(services[name]?.volumes?.[0]?.split(":")[1]);
});

test("Mila and Redis are reachable only through Caddy, whose headers are trusted", () => {
  const open = Object.keys(services).filter((name) => services[name]?.ports);
  expect(open).toEqual(["caddy"]);
  expect(services.redis?.networks).toEqual(["back"]);
  expect(compose.networks.back).toEqual({ internal: true });
  expect(services.web?.environment?.TRUST_PROXY).toBe("1");
  expect(readFileSync("Caddyfile", "utf8")).toContain(
    `reverse_proxy web:${services.web?.environment?.PORT}`,
  );
});

test("every named volume is declared", () => {
  const named = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(":")[0]),
  );
  const known = Object.keys(compose.volumes);
  expect(named.filter((name) => !name?.startsWith("./") && !known.includes(name ?? ""))).toEqual(
    [],
  );
});
