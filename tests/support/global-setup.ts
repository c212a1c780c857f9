import type { TestProject } from "vitest/node";
import { buildIfNeeded } from "../../scripts/start/build.ts";
import { hostSharedMila } from "./shared-mila-host.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests request a running Mila. */
    sharedMilaHost: string;
  }
}

/** Builds the product once, and stops the shared instances at the end. */
export default async function setup(project: TestProject) {
  await buildIfNeeded();
  const host = await hostSharedMila();
  project.provide("sharedMilaHost", host.url);
  return () => host[Symbol.asyncDispose]();
}
