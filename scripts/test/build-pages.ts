import { buildIfNeeded } from "../start/build.ts";

await buildIfNeeded();
