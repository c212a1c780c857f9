import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { buildsByAddress } from "#app/server/express/routes-by-address.ts";

const manifest = Object.fromEntries(flat(routes, "root").map((route) => [route.id, route]));
const build = {
  routes: { root: { id: "root", path: "" }, ...manifest },
  assets: { routes: manifest },
} as unknown as ServerBuild;
const buildFor = buildsByAddress(build);
const addresses = Object.keys(manifest).map((id) => addressOf(id));

test("an address finds the same route among those that begin like it", () => {
  const oddly = [
    (address: string) => `${address}.data`,
    (address: string) => `${address}/`,
    (address: string) => `${address}/more`,
    (address: string) => `/${address}`,
    (address: string) => address.toUpperCase(),
    (address: string) => address.replace("e", "%65"),
    (address: string) => address.replace(/\/[^/]*$/, ""),
  ];
  const odd = addresses.map((address, index) => oddly[index % oddly.length]!(address));
  for (const address of [
    ...addresses,
    ...odd,
    "/_root.data",
    "/nothing",
    "/nothing/here",
    "/__proto__",
    "/*",
    "//",
  ])
    expect([address, find(buildFor(address), address)]).toEqual([address, find(build, address)]);
});

test("the routes that begin like an address are few, on the client's side too", () => {
  const counts = addresses.map((address) => Object.keys(buildFor(address).routes).length);
  expect(counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)]).toBeLessThan(25);
  expect(Object.keys(buildFor("/auth/forgot").assets.routes)).not.toContain(
    "routes/preferences/profile.tsx",
  );
});

function find(served: ServerBuild, address: string) {
  return matchRoutes(tree(served), address.replace(/\.data$/, ""))?.map(({ route, params }) => [
    route.id,
    params,
  ]);
}

function tree(served: ServerBuild, parentId?: string): Parameters<typeof matchRoutes>[0] {
  return Object.values(served.routes)
    .filter((route) => route!.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route!;
      return index ? { id, index: true } : { id, path, children: tree(served, id) };
    });
}

function flat(
  entries: RouteConfigEntry[],
  parentId: string,
): { id: string; parentId: string; path?: string }[] {
  return entries.flatMap(({ file, path, index, children }) => [
    { id: file, parentId, path, index },
    ...flat(children ?? [], file),
  ]);
}

function addressOf(id: string): string {
  const { parentId, path = "" } = manifest[id]!;
  const above = parentId === "root" ? "" : addressOf(parentId);
  return `${above}/${path}`.replaceAll(/:\w+/g, "7").replace("//", "/");
}
