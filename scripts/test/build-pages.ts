// Builds the pages once for the tests that run in parallel.
import { buildIfNeeded } from "../start/build.ts";

await buildIfNeeded();
