// Builds the pages once for all parallel tests.
import { buildIfNeeded } from "../start/build.ts";

await buildIfNeeded();
