import type { TestProject } from "vitest/node";
import { buildIfNeeded } from "../../../scripts/start/build.ts";
import { hostSharedMila } from "./shared-mila-host.ts";

declare module "vitest" {
  interface ProvidedContext {
    sharedMilaHost: string;
  }
}

export default async function setup(project: TestProject) {
  await buildIfNeeded();
  const host = await hostSharedMila();
  project.provide("sharedMilaHost", host.url);
  return () => host[Symbol.asyncDispose]();
}
