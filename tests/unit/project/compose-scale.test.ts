import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSettings } from "#app/config/env.server.ts";

interface Service {
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  networks?: string[];
  ports?: string[];
  secrets?: string[];
  tmpfs?: string[];
  volumes?: string[];
}

const compose = parse(readFileSync("compose.scale.yaml", "utf8"), { merge: true });
const services: Record<string, Service> = compose.services;
const ours = ["web-1", "web-2", "worker"];
const caddyfile = readFileSync("Caddyfile.scale", "utf8");

test("compose.scale.yaml runs two web servers, three workers, PostgreSQL, Redis and Caddy", () => {
  expect(Object.keys(services)).toEqual([...ours, "postgres", "redis", "caddy"]);
  expect(ours.map((name) => services[name]?.command)).toEqual([["web"], ["web"], ["worker"]]);
  expect(services.worker?.deploy).toEqual({ replicas: 3 });
});

test.for(Object.keys(services))("%s has only the rights it needs, and time to stop", (name) => {
  expect(services[name]).toMatchObject({
    read_only: true,
    restart: "unless-stopped",
    logging: { driver: "local" },
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    tmpfs: expect.arrayContaining(["/tmp"]),
    stop_grace_period: name === "postgres" ? "60s" : "10s",
  });
});

test("each waits until those that it needs are healthy", () => {
  for (const { depends_on: needed = {} } of Object.values(services))
    for (const [name, { condition }] of Object.entries(needed)) {
      expect(condition).toBe("service_healthy");
      expect(services[name]?.healthcheck?.test.length).toBeGreaterThan(1);
    }
  expect(Object.keys(services["web-1"]?.depends_on ?? {})).toEqual(["postgres", "redis"]);
});

test.for(ours)("the settings of %s exist in Mila, are valid, and the same for all", (name) => {
  const given = Object.entries(services[name]?.environment ?? {}).map(([setting, value]) => [
    setting,
    value
      .replace(/\$\{MILA_HOST\b[^}]*\}/, "mila.example.com")
      .replace(/\$\{POSTGRES_PASSWORD\b[^}]*\}/, "secret"),
  ]);
  const settings = readSettings(Object.fromEntries(given));
  expect(
    given.map(([setting]) => setting).filter((setting = "") => !(setting in settings)),
  ).toEqual([]);
  expect(settings).toMatchObject({
    APP_URL: "https://mila.example.com",
    DATABASE_URL: "postgres://mila:secret@postgres/mila",
    REDIS_URL: "redis://redis:6379",
    TRUST_PROXY: 1,
  });
  const [secret = ""] = services[name]?.secrets ?? [];
  expect(settings.MILA_SECRETS_FILE).toBe(`/run/secrets/${secret}`);
  expect(Object.keys(compose.secrets)).toContain(secret);
  expect(services[name]?.tmpfs).toContain(settings.DATA_DIR);
  expect(services[name]?.environment).toEqual(services["web-1"]?.environment);
});

test("all but Caddy are out of reach, and it knows both web servers", () => {
  expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(["caddy"]);
  for (const name of ["postgres", "redis"]) expect(services[name]?.networks).toEqual(["back"]);
  expect(compose.networks.back).toEqual({ internal: true });
  expect(caddyfile).toContain("reverse_proxy web-1:3000 web-2:3000");
  expect(services.caddy?.volumes).toContain("./Caddyfile.scale:/etc/caddy/Caddyfile:ro");
  const named = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(":")[0]!).filter((volume) => !volume.startsWith("./")),
  );
  expect(Object.keys(compose.volumes)).toEqual(named);
});
