import { buildIfNeeded } from "../../scripts/start/build.ts";

/** Builds the product once, before all tests that start it. */
export default async function setup() {
  await buildIfNeeded();
}
