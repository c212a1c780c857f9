import type { ServerBuild } from "@remix-run/node";

/** Paths that begin with the same parts share a build. */
const comparedParts = 2;

/**
 * Returns a build with only the routes that begin like the path. Remix sorts and compiles all its
 * routes for every match, several times per request, so fewer routes make it many times faster.
 */
export function buildsByAddress(build: ServerBuild): (path: string) => ServerBuild {
  const paths = new Map(Object.keys(build.routes).map((id) => [id, fullPath(build, id)]));
  const beginnings = new Set<string>([...paths.values()].flatMap(knownBeginnings));
  const builds = new Map<string, ServerBuild>();
  return (path) => {
    const parts = path
      .replace(/\.data$/, "")
      .split("/")
      .slice(1);
    const [first = ""] = parts;
    // Remix ignores upper case and decodes escaped characters.
    if (!isFixed(first)) return build;
    const both = parts.slice(0, comparedParts).join("/");
    const beginning = [both, first].find((known) => beginnings.has(known)) ?? "";
    const kept =
      builds.get(beginning) ??
      keepRoutes(build, (id) => mayMatch(paths.get(id)!, beginning.split("/")));
    builds.set(beginning, kept);
    return kept;
  };
}

function fullPath(build: ServerBuild, id: string): string[] {
  const route = build.routes[id]!;
  const above = route.parentId ? fullPath(build, route.parentId) : [];
  return [...above, ...(route.path?.split("/") ?? [])].filter(Boolean);
}

function knownBeginnings(parts: string[]): string[] {
  const end = parts.findIndex((part) => !isFixed(part));
  const fixed = (end < 0 ? parts : parts.slice(0, end)).slice(0, comparedParts);
  return fixed.map((_, index) => fixed.slice(0, index + 1).join("/"));
}

function isFixed(part: string): boolean {
  return /^[a-z-]+$/.test(part);
}

function mayMatch(parts: string[], beginning: string[]): boolean {
  return beginning.every(
    (part, index) => index >= parts.length || parts[index] === part || !isFixed(parts[index]!),
  );
}

function keepRoutes(build: ServerBuild, isKept: (id: string) => boolean): ServerBuild {
  const pick = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isKept(id)));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}
