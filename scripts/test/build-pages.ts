// Builds the pages, so that the tests side by side find them built.
import { buildIfNeeded } from "../start/build.ts";

await buildIfNeeded();
