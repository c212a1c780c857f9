import { once } from "node:events";
import { expect, test } from "vitest";
import { startMila } from "../../support/product/mila.ts";

test("what is refused over and over is one line with its number, and everything else has its own", async () => {
  await using mila = await startMila();
  const startedAt = performance.now();
  for (let path = 0; path < 300; path += 1) await fetch(`${mila.url}/forged-${path}`);
  for (let link = 0; link < 30; link += 1) await fetch(`${mila.url}/calendar/${link}.ics`);
  for (let page = 0; page < 20; page += 1)
    await fetch(`${mila.url}/dashboard`, { redirect: "manual" });
  for (let page = 0; page < 20; page += 1) await fetch(`${mila.url}/auth`);
  mila.process.kill("SIGTERM");
  await once(mila.process, "close");
  const lines = mila
    .output()
    .split("\n")
    .filter((line) => line.startsWith('{"') && line.includes('"route"'))
    .map((line) => JSON.parse(line) as { route: string; status: number; times?: number });
  // Each minute begins with ten lines; a busy machine may take several.
  const minutes = 1 + Math.floor((performance.now() - startedAt) / 60_000);
  const refused = { "/*": 300, "/calendar/:token.ics": 30, "/dashboard": 20 };
  for (const [route, times] of Object.entries(refused)) {
    const own = lines.filter((line) => line.route === route);
    expect(own.reduce((sum, line) => sum + (line.times ?? 1), 0)).toBe(times);
    expect(own.length).toBeGreaterThan(10);
    expect(own.length).toBeLessThanOrEqual(11 * minutes);
  }
  expect(lines.filter((line) => line.route === "/auth").map(({ times }) => times)).toEqual(
    Array.from({ length: 20 }),
  );
  expect(mila.output()).not.toContain("forged");
});

test("a page that is opened without end fills no disk with its lines", async () => {
  await using mila = await startMila();
  for (let health = 0; health < 1_200; health += 1) await fetch(`${mila.url}/health/live`);
  mila.process.kill("SIGTERM");
  await once(mila.process, "close");
  const lines = mila.output().split('"route":"/health/live"').length - 1;
  expect(lines).toBe(1_001);
  expect(mila.output()).toMatch(/"route":"\/health\/live","status":200,"times":\d{3,4}/);
});
